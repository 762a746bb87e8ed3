import type { GameDetail } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { useGamePartText } from "../../api/game-part-text.ts";
import { type Store, useStores } from "../../api/stores.ts";
import { OfferRow } from "./offer-row.tsx";
import { type Offer, offersOf, rankOffers } from "./offers.ts";

/** Up to this many stores without a price are listed with the others; more are collapsed. */
const maxUnfolded = 4;

/** All stores with their prices: official ones, then key shops and marketplaces, each cheapest first. */
export default function PriceComparison({ game }: { game: GameDetail }) {
  const text = useGamePartText();
  const stores = useStores();
  const { official, resold, ended, unsold } = rankOffers(offersOf(game, stores), stores.stores, game.best_store);
  const absent = ended.length + unsold.length;
  const folded = absent > maxUnfolded;
  const rowsOf = (offers: readonly Offer[]) =>
    offers.map((offer) => <OfferRow key={offer.store.key} game={game} store={offer.store} offer={offer} />);
  /** The rows of a section: stores that sell the game, and the others of its kind if they are few. */
  const section = (offers: readonly Offer[], isOfficial: boolean) => {
    const belongs = ({ kind }: Store) => !folded && (kind === "official") === isOfficial;
    return [
      ...rowsOf([...offers, ...ended.filter(({ store }) => belongs(store))]),
      ...unsold.filter(belongs).map((store) => <OfferRow key={store.key} game={game} store={store} />),
    ];
  };
  const resoldRows = section(resold, false);
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="mb-3 text-lg">
        {text("game.comparison")}
      </h2>
      <Rows>{section(official, true)}</Rows>
      {resoldRows.length > 0 && (
        <>
          <h3 className="mt-5 text-base">{text("game.resellers")}</h3>
          <p className="mb-2.5 text-sm text-muted">{text("game.resellers_text")}</p>
          <Rows>{resoldRows}</Rows>
        </>
      )}
      {folded && (
        <details className="mt-3 text-sm text-muted">
          <summary className="w-fit py-2 hover:text-text">{text("game.not_sold_at", { count: absent })}</summary>
          <Rows>{rowsOf(ended)}</Rows>
          <p className="mt-2">{unsold.map(({ name }) => name).join(", ")}</p>
        </details>
      )}
    </section>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <ul
      className={
        "divide-y divide-border overflow-hidden rounded-lg border border-border bg-raised text-base text-text " +
        "empty:hidden"
      }
    >
      {children}
    </ul>
  );
}
