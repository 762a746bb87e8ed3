import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { GameDetail } from "contract/games/schema.ts";
import { useState } from "react";
import { useGameText } from "../../../api/game-text.ts";
import { useCountry } from "../../../api/market.ts";
import { useCall, useViewer } from "../../../api/session.ts";
import { useLater } from "../../../page/later/use-later.ts";
import { PriceHistoryPanel } from "../../prices/history/price-history-panel.tsx";
import { gameIdOf } from "../game-address.ts";
import { gameQuery } from "../queries.ts";
import { BestPriceBox, type ListMenu } from "./best-price-box.tsx";
import { ExplicitGate } from "./explicit-gate.tsx";
import { GameHeader } from "./game-header.tsx";
import { GameJsonLd } from "./game-json-ld.tsx";
import { GoBackButton } from "./go-back-button.tsx";
import { InsightSection, PriceComparison, QuickActions, RelatedGames } from "./later-parts.ts";
import { ShareButton } from "./share-button.tsx";

const loadBuyBar = () => import("./buy-bar.tsx");

/** The game in the address (spec/games 6). On phones the best price follows the title. */
export function GamePage({ ListMenu }: { ListMenu: ListMenu }) {
  const id = gameIdOf(useParams({ strict: false }).id ?? "") ?? 0;
  const text = useGameText();
  const { data: game } = useSuspenseQuery(gameQuery(useCall(), id, useCountry()));
  const viewer = useViewer();
  const BuyBar = useLater<{ game: GameDetail }>(loadBuyBar, game.best_store !== null && isNarrow());
  const [revealedId, setRevealedId] = useState<number>();
  const wantsExplicit = viewer !== "unknown" && viewer?.showExplicitContent === true;
  if (game.explicit && !wantsExplicit && revealedId !== id) {
    return <ExplicitGate onShow={() => setRevealedId(id)} />;
  }
  return (
    <div className="page-width py-4 sm:py-6">
      <GameJsonLd key={game.id} game={game} />
      <div className="flex justify-between">
        <GoBackButton />
        <ShareButton gameId={id} />
      </div>
      <div
        className={
          "mt-3 grid gap-x-12 gap-y-5 sm:mt-5 sm:gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] " +
          "lg:grid-rows-[auto_1fr]"
        }
      >
        <GameHeader game={game} />
        <aside aria-label={text("game.best_price")} className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="lg:sticky lg:top-20">
            <BestPriceBox game={game} ListMenu={ListMenu} />
          </div>
        </aside>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10 max-sm:order-2">
          <PriceComparison game={game} />
          <PriceHistoryPanel gameId={game.id} />
          {game.insight && <InsightSection insight={game.insight} bestStore={game.best_store} />}
          {game.description && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-3 text-lg">
                {text("game.description")}
              </h2>
              <p className="max-w-prose whitespace-pre-line text-md text-muted">{game.description}</p>
            </section>
          )}
          <QuickActions />
        </div>
      </div>
      <RelatedGames game={game} />
      {BuyBar && <BuyBar key={`buy ${game.id}`} game={game} />}
    </div>
  );
}

const isNarrow = () => !import.meta.env.SSR && matchMedia("(max-width: 39.99rem)").matches;
