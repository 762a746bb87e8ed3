import { useQuery } from "@tanstack/react-query";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import type { BasketOption } from "contract/lists/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import ChevronDown from "lucide-static/icons/chevron-down.svg?react";
import ChevronUp from "lucide-static/icons/chevron-up.svg?react";
import { type ReactNode, useState } from "react";
import { useMoney } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { shownTitle } from "../../page/game-title.tsx";
import { Button } from "../../ui/button.tsx";
import { useModal } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { isFiltering, rememberStores, useRememberedStores } from "../my-stores/store-choice.ts";
import { StoreName } from "../prices/store-name.tsx";
import { IncludedCount, useIncluded } from "../subscriptions/included-games.tsx";
import { useWishlistText } from "./lists-text.ts";
import type { BasketQueries } from "./queries.ts";

/** Missing games named before the rest is counted. */
const maxNamed = 8;

/** The basket: beside the list, or on narrow screens as a bar that opens it. */
export function Basket({ queries }: { queries: BasketQueries }) {
  const text = useWishlistText();
  const { format } = useMoney();
  const [wide] = useState(() => window.matchMedia("(min-width: 64rem)").matches);
  const [open, setOpen] = useState(false);
  const { data: basket } = useQuery(queries.shown);
  // nothing on the list is for sale
  if (basket?.with_keyshops.items.length === 0) return null;
  if (wide) {
    return (
      <div className="sticky top-20 rounded-lg border border-border bg-raised p-4 sm:p-5">
        <BasketPanel queries={queries} wide />
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={
          "sticky bottom-(--bottom-bar) z-10 -mx-4 flex h-13 items-center justify-between gap-3 border-t " +
          "border-border bg-raised px-4 text-start"
        }
      >
        <span className="font-medium">{text("basket.title")}</span>
        <span className="flex items-center gap-2">
          <span className="figures text-md font-semibold">{basket && format(basket.with_keyshops.total)}</span>
          <ChevronUp aria-hidden className="size-4.5 text-muted" />
        </span>
      </button>
      {open && (
        <Sheet label={text("basket.title")} onClose={() => setOpen(false)}>
          <BasketPanel queries={queries} wide={false} />
          <Button className="mt-4 w-full" onClick={() => setOpen(false)}>
            {text("basket.close")}
          </Button>
        </Sheet>
      )}
    </>
  );
}

/** A dialog at the bottom of the screen. */
function Sheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <dialog
      {...useModal(onClose)}
      aria-label={label}
      className={
        "mt-auto mb-0 w-full max-w-none rounded-t-lg border border-border bg-raised text-text shadow-float " +
        "backdrop:bg-black/60"
      }
    >
      <div className="p-4">{children}</div>
    </dialog>
  );
}

/** The options to buy a whole list today: across all stores, without key shops, and from each store alone. */
function BasketPanel({ queries, wide }: { queries: BasketQueries; wide: boolean }) {
  const text = useWishlistText();
  const { data: basket, error, refetch } = useQuery(queries.shown);
  const gameIds = basket ? gamesOf(basket.with_keyshops) : [];
  // awaited, since what follows would move
  const included = useIncluded(gameIds);
  return (
    <section aria-labelledby="basket">
      <h2 id="basket" className="text-lg">
        {text("basket.title")}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{text("basket.text")}</p>
      {basket && !included.isLoading ? (
        <>
          <IncludedCount included={included} gameIds={gameIds} />
          <BasketEverywhere option={basket.with_keyshops} query={queries.everywhere} />
          <div className="mt-2 divide-y divide-border">
            <Option name={text("basket.with_keyshops")} option={basket.with_keyshops} large />
            <Option name={text("basket.official_only")} option={basket.official_only} large />
          </div>
          <details open={wide} className="group/stores mt-1 border-t border-border pt-1">
            <summary
              className={
                "flex min-h-11 list-none items-center justify-between text-sm font-medium text-muted " +
                "[&::-webkit-details-marker]:hidden"
              }
            >
              <h3>{text("basket.one_store")}</h3>
              <ChevronDown aria-hidden className="size-4 transition-transform group-open/stores:rotate-180" />
            </summary>
            <div className="divide-y divide-border">
              {basket.per_store
                .filter(({ way }) => way.items.length > 0)
                .map(({ store, way }) => (
                  <Option key={store} name={<StoreName store={store} />} option={way} />
                ))}
            </div>
          </details>
        </>
      ) : error ? (
        <div role="alert" className="mt-3 grid justify-items-start gap-3 text-sm">
          {text("basket.load_failed")}
          <Button size="small" onClick={() => refetch()}>
            {text("status.retry")}
          </Button>
        </div>
      ) : (
        <Skeleton className="mt-4 h-64" />
      )}
    </section>
  );
}

/** All games that an option is about, also those that it lacks. */
const gamesOf = ({ items, missing }: BasketOption) => [...items, ...missing].map(({ game_id }) => game_id);

interface OptionProps {
  name: ReactNode;
  option: BasketOption;
  large?: boolean;
}

/** An option's cost and coverage; expanded, its stores and what is missing. */
function Option({ name, option, large = false }: OptionProps) {
  const language = useLanguage();
  const text = useWishlistText();
  const { stores, storeOf } = useStores();
  const { format } = useMoney();
  const count = option.items.length;
  const total = count + option.missing.length;
  const more = option.missing.length - maxNamed;
  const place = (key: StoreKey) => stores.findIndex((store) => store.key === key);
  const parts = [...Map.groupBy(option.items, ({ store }) => store)]
    .map(([store, items]) => ({ store, items }))
    .sort((a, b) => place(a.store) - place(b.store));
  const coverage =
    option.missing.length === 0 ? text("basket.complete", { total }) : text("basket.partial", { count, total });
  // an option with one store and all games has no details
  const hasMore = option.missing.length > 0 || parts.length > 1;
  const summary = (
    <>
      <span className="min-w-0 grow">
        <span className={large ? "block font-medium" : "block"}>{name}</span>
        <span className="figures block text-sm text-muted">{coverage}</span>
      </span>
      <span className={large ? "figures text-lg font-semibold" : "figures font-semibold"}>
        {format(count === 0 ? null : option.total)}
      </span>
    </>
  );
  if (!hasMore) return <div className="flex min-h-12 items-center gap-3 py-2 pe-7">{summary}</div>;
  return (
    <details className="group">
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-2 pb-3 text-sm text-muted">
        {parts.length > 1 && (
          <ul className="grid gap-1">
            {parts.map(({ store, items }) => (
              <li key={store} className="figures flex justify-between gap-3">
                {text("basket.games_at", { count: items.length, store: storeOf(store).name })}
                <span className="text-text">{format(items.reduce((sum, { price }) => sum + price, 0))}</span>
              </li>
            ))}
          </ul>
        )}
        {option.missing.length > 0 && (
          <p>
            {text("basket.missing", {
              games: language.list([
                ...option.missing.slice(0, maxNamed).map(shownTitle),
                ...(more > 0 ? [text("basket.more", { count: more })] : []),
              ]),
            })}
          </p>
        )}
      </div>
    </details>
  );
}

/** The savings at all stores compared with the option at the chosen ones, for visitors who have chosen some, with a button that shows all. */
function BasketEverywhere({ option, query }: { option: BasketOption; query: BasketQueries["everywhere"] }) {
  const text = useTextOf(myStoresTexts);
  const { format } = useMoney();
  const remembered = useRememberedStores();
  const { data } = useQuery({ ...query, enabled: isFiltering(remembered) });
  if (!remembered || !data || !isFiltering(remembered)) return null;
  const { total, items } = data.with_keyshops;
  // only comparable with the same number of games
  if (items.length !== option.items.length || total >= option.total) return null;
  return (
    <p className="figures mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {text("my_stores.basket_less", { amount: format(option.total - total) })}
      <button
        type="button"
        className="inline-flex min-h-9 items-center text-accent-text hover:underline"
        onClick={() => rememberStores({ ...remembered, paused: true })}
      >
        {text("my_stores.show_all")}
      </button>
    </p>
  );
}
