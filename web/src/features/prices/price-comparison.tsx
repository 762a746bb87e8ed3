import { savingsPercentage } from "contract/games/rules.ts";
import type { GameDetail } from "contract/games/schema.ts";
import { useGameText } from "../../api/game-text.ts";
import { OfferRow } from "./offer-row.tsx";
import { offersOf } from "./offers.ts";

/** All stores with their prices, cheapest first. */
export function PriceComparison({ game }: { game: GameDetail }) {
  const text = useGameText();
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="mb-3 text-lg">
        {text("game.comparison")}
      </h2>
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-raised">
        {offersOf(game).map((offer) => (
          <OfferRow
            key={offer.store.key}
            game={game}
            offer={offer}
            savings={offer.store.key === "steam" ? null : savingsPercentage(game.steam_price, offer.price)}
          />
        ))}
      </ul>
    </section>
  );
}
