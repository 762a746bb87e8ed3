import { formatCount } from "contract/core/counts.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import type { ReactNode } from "react";
import { useMoney } from "../../../api/market.ts";
import { GameLink } from "../game-link.tsx";
import { useLandingText } from "./landing-text.ts";

const gameLinkStyle = "underline decoration-border-strong underline-offset-3 hover:decoration-current";

/** How many games there are and how many are on sale, the cheapest and the best rated one. */
export function LandingFacts({ landing }: { landing: LandingPage }) {
  const text = useLandingText();
  const { format } = useMoney();
  const { count, on_sale: onSale, cheapest, best_rated: bestRated } = landing;
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-10 gap-y-3 border-y border-border py-4 sm:flex sm:flex-wrap">
      <Fact name={text("landing.count")}>{formatCount(count)}</Fact>
      <Fact name={text("landing.on_sale")}>{formatCount(onSale)}</Fact>
      {cheapest && (
        <Fact name={text("landing.cheapest")} wide>
          {`${format(cheapest.best_price)} `}
          <GameLink id={cheapest.id} className={gameLinkStyle}>
            {cheapest.title}
          </GameLink>
        </Fact>
      )}
      {bestRated?.rating != null && (
        <Fact name={text("landing.best_rated")} wide>
          {`${bestRated.rating.toFixed(1)} `}
          <GameLink id={bestRated.id} className={gameLinkStyle}>
            {bestRated.title}
          </GameLink>
        </Fact>
      )}
    </dl>
  );
}

/** `wide` facts take a line of their own on phones. */
function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "min-w-0 max-sm:col-span-full" : undefined}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures break-words font-medium">{children}</dd>
    </div>
  );
}
