import { useHydrated } from "@tanstack/react-router";
import type { GameDetail } from "contract/games/schema.ts";
import { launcherName } from "contract/prices/launchers.ts";
import type { ReactNode } from "react";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useMoney } from "../../api/market.ts";
import { requestedLaunchers } from "../../api/my-stores.ts";
import { useStores } from "../../api/stores.ts";
import { useLanguage } from "../../api/texts.ts";
import { PlanLine } from "../subscriptions/plan-line.tsx";
import { GameBundles } from "./game-bundles.tsx";
import { OfferRow } from "./offer-row.tsx";
import { type Offer, offersOf, rankOffers } from "./offers.ts";

/**
 * All stores with their prices: official ones, then key shops and marketplaces, each cheapest first. Offers that the
 * visitor cannot use are collapsed: without stock, for other launchers, and stores that do not sell the game.
 */
export default function PriceComparison({ game }: { game: GameDetail }) {
  const language = useLanguage();
  const text = useGamePartText();
  const stores = useStores();
  const activates = requestedLaunchers();
  const offers = rankOffers(offersOf(game, stores), stores.stores, { best: game.best_store, activates });
  const { official, resold, soldOut, elsewhere, ended } = offers;
  // "Other" is no store that a visitor would look for
  const unsold = offers.unsold.filter(({ key }) => key !== "other");
  const absent = ended.length + unsold.length;
  const launchers = language.list(activates.map((launcher) => launcherName(launcher, text("launcher.drm_free"))));
  const rowsOf = (of: readonly Offer[]) =>
    of.map((offer) => <OfferRow key={offer.store.key} game={game} offer={offer} />);
  return (
    <section aria-labelledby="comparison">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="comparison" className="text-lg">
          {text("game.comparison")}
        </h2>
        <LastChecked offers={[...official, ...resold, ...soldOut, ...elsewhere]} />
      </div>
      <PlanLine game={game} />
      {/* responses from before an upgrade lack them */}
      <GameBundles bundles={game.bundles} />
      <Anchors game={game} resold={resold} />
      <Rows>{rowsOf(official)}</Rows>
      {resold.length > 0 && (
        <>
          <h3 className="mt-5 text-base">{text("game.resellers")}</h3>
          <p className="mb-2.5 text-sm text-muted">{text("game.resellers_text")}</p>
          <Rows>{rowsOf(resold)}</Rows>
        </>
      )}
      {soldOut.length > 0 && (
        <Collapsed title={text("game.sold_out", { count: soldOut.length })}>
          <Rows>{rowsOf(soldOut)}</Rows>
        </Collapsed>
      )}
      {elsewhere.length > 0 && (
        <Collapsed
          title={text("game.elsewhere", {
            count: elsewhere.length,
            launchers,
          })}
        >
          <Rows>{rowsOf(elsewhere)}</Rows>
        </Collapsed>
      )}
      {absent > 0 && (
        <Collapsed title={text("game.not_sold_at", { count: absent })}>
          <Rows>{rowsOf(ended)}</Rows>
          <p className="mt-2">{language.list(unsold.map(({ name }) => name))}</p>
        </Collapsed>
      )}
    </section>
  );
}

/** The best prices of both kinds of stores, where a key shop is cheaper than all official ones. */
function Anchors({ game, resold }: { game: GameDetail; resold: readonly Offer[] }) {
  const text = useGamePartText();
  const { storeOf } = useStores();
  const { formatOrFree } = useMoney();
  const { best_store: best, best_official_price: price, best_official_store: store } = game;
  const cheapest = resold[0];
  if (!best || storeOf(best).kind === "official" || price === null || !store || !cheapest) return null;
  return (
    <p className="figures mb-3 text-md font-medium">
      {text("game.official_best", { store: storeOf(store).name, price: formatOrFree(price) })}
      <span aria-hidden className="text-muted">
        {" · "}
      </span>
      {text("game.resellers_from", { price: formatOrFree(cheapest.price) })}
    </p>
  );
}

/** When the prices were last checked: dates on a cached page, ages after hydration. */
function LastChecked({ offers }: { offers: readonly Offer[] }) {
  const language = useLanguage();
  const text = useGamePartText();
  const isHydrated = useHydrated();
  const times = offers.flatMap(({ stated }) => stated.last_seen_at ?? []).sort();
  if (times.length === 0) return null;
  const [oldest, newest] = [times[0]!, times.at(-1)!].map((at) =>
    isHydrated ? language.age(at, Date.now()) : language.date(at),
  );
  return (
    <p className="text-sm text-muted">
      {oldest === newest
        ? text("game.prices_checked", { time: newest! })
        : text("game.prices_checked_between", { newest: newest!, oldest: oldest! })}
    </p>
  );
}

function Collapsed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-1 text-sm text-muted">
      <summary className="w-fit py-2 hover:text-text">{title}</summary>
      {children}
    </details>
  );
}

/** Rows share their columns, so that prices align. */
function Rows({ children }: { children: ReactNode }) {
  return (
    <ul
      className={
        "grid grid-cols-[minmax(0,1fr)_auto_auto_auto] divide-y divide-border rounded-lg border border-border bg-raised " +
        "text-base text-text empty:hidden sm:grid-cols-[minmax(0,1fr)_auto_auto_auto_auto_auto]"
      }
    >
      {children}
    </ul>
  );
}
