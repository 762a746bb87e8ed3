import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import { discountBadge } from "contract/games/rules.ts";
import { Badge } from "../../../ui/badge.tsx";
import { GameArt } from "../../images/game-art.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import { GameLink } from "../game-link.tsx";
import type { CardGame } from "../queries.ts";
import { useHomeText } from "./home-text.ts";

const shown = 3;

/** The largest savings among the games; hidden when there are too few. */
export function TopSavings({ games }: { games: readonly CardGame[] }) {
  const text = useHomeText();
  const saving = games
    .filter((game) => discountBadge(game.savings_percentage ?? null, game.best_store ?? null))
    .sort((a, b) => (b.savings_percentage ?? 0) - (a.savings_percentage ?? 0))
    .slice(0, shown);
  if (saving.length < shown) return null;
  return (
    <section aria-labelledby="top-savings" className="min-w-0">
      <h2 id="top-savings" className="text-sm font-medium text-muted">
        {text("home.savings_title")}
      </h2>
      <ol className="mt-2 divide-y divide-border">
        {saving.map((game) => (
          <li key={game.id}>
            <GameLink
              id={game.id}
              className={
                "group grid grid-cols-[5.5rem_1fr_auto] items-center gap-x-4 gap-y-1 py-3 " +
                "max-[26rem]:grid-cols-[5.5rem_1fr]"
              }
            >
              <GameArt
                gameId={game.id}
                alt={null}
                variant="landscape"
                sizes="88px"
                load="soon"
                className="aspect-[460/215] rounded-sm"
              />
              <span className="min-w-0">
                <span className="line-clamp-3 font-medium group-hover:underline">{game.title}</span>
                {game.best_store && <StoreName store={game.best_store} className="text-sm text-muted" />}
              </span>
              <span
                className={
                  "flex flex-wrap items-center justify-end gap-x-3 max-[26rem]:col-start-2 " +
                  "max-[26rem]:justify-start"
                }
              >
                <span className="flex flex-col items-end">
                  <span className="figures text-md font-semibold">{formatPriceOrFree(game.best_price)}</span>
                  <s className="figures text-xs text-muted">{formatPrice(game.steam_price)}</s>
                </span>
                <Badge tone="accent">{discountBadge(game.savings_percentage ?? null, game.best_store ?? null)}</Badge>
              </span>
            </GameLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
