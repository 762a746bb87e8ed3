import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { isGameKind } from "contract/bundles/rules.ts";
import type { Bundle, BundleSummary } from "contract/bundles/schema.ts";
import { bundleTexts } from "contract/content-strings/defaults/bundle.ts";
import { defaultPageSize, pageCount } from "contract/core/pagination.ts";
import { launcherName } from "contract/prices/launchers.ts";
import Package from "lucide-static/icons/package.svg?react";
import type { ComponentType, ReactNode } from "react";
import { useAddress, useCountry, useMarket, useMoney } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useStores } from "../../api/stores.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { HeldJsonLd, JsonLd } from "../../page/json-ld.tsx";
import { ListPager } from "../../page/list-pager.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Notice } from "../../ui/notice.tsx";
import { gameIdOf } from "../games/game-address.ts";
import { GameLink } from "../games/game-link.tsx";
import { SaleEnd } from "../prices/sale-end.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { bundleQuery, bundlesQuery, ownedQuery } from "./queries.ts";

const useBundleText = () => useTextOf(bundleTexts);

/** All bundles on sale, or the one in the address (spec/bundles 3). */
export function BundlesPage() {
  const { id } = useParams({ strict: false });
  const { page = 1 } = useSearch({ strict: false }) as { page?: number };
  return (
    <div className="page-width py-6 sm:py-10">
      {id === undefined ? <AllBundles page={page} /> : <OneBundle key={id} id={gameIdOf(id) ?? 0} />}
    </div>
  );
}

/** Shown for an unknown bundle. */
export function BundleNotFound() {
  const text = useBundleText();
  return (
    <Notice
      level={1}
      icon={Package}
      title={text("bundle.not_found")}
      actions={
        <Link to="/bundles/{-$id}" params={{ id: undefined }} className={buttonStyle("primary")}>
          {text("bundle.all")}
        </Link>
      }
    />
  );
}

function AllBundles({ page }: { page: number }) {
  const text = useBundleText();
  const { bundles, total } = useSuspenseQuery(bundlesQuery(useCall(), page, useCountry())).data;
  return (
    <>
      <h1 className="text-xl sm:text-2xl">{text("bundle.title")}</h1>
      <p className="mt-2 max-w-prose text-muted">{text("bundle.description")}</p>
      {bundles.length === 0 ? (
        <Notice icon={Package} title={text("bundle.empty")} />
      ) : (
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
          {bundles.map((bundle) => (
            <li key={bundle.id} className="relative rounded-lg border border-border bg-raised p-4 sm:p-5">
              <StoreName store={bundle.store} className="text-sm text-muted" />
              <h2 className="mt-1 text-base wrap-anywhere">
                <Link
                  to="/bundles/{-$id}"
                  params={{ id: String(bundle.id) }}
                  className="after:absolute after:inset-0 hover:underline"
                >
                  {bundle.title}
                </Link>
              </h2>
              {bundle.titles.length > 0 && (
                <p className="mt-1 line-clamp-2 text-sm text-muted">
                  {bundle.titles.join(" · ")}
                  {(bundle.games ?? 0) > bundle.titles.length && " …"}
                </p>
              )}
              <Facts bundle={bundle} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <ListPager
          to="/bundles/{-$id}"
          searchOf={(other) => ({ page: other === 1 ? undefined : other })}
          current={page}
          total={pageCount(total, defaultPageSize)}
          loading={false}
        />
      </div>
    </>
  );
}

/** Kind, price, number of games, and end, as far as they are known. */
function Facts({ bundle }: { bundle: BundleSummary }) {
  const text = useBundleText();
  const { format } = useMoney();
  const { kind, from_price: price, currency, games, ends_at: end } = bundle;
  return (
    <p className="figures mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={price === null ? "text-muted" : "text-lg font-bold"}>
        {price === null ? text("bundle.price_unknown") : text("bundle.from", { price: format(price, currency!) })}
      </span>
      {games !== null && <span>{text("bundle.games", { count: games })}</span>}
      {kind !== "tiers" && <Badge>{text(`bundle.kind.${kind}`)}</Badge>}
      {end && <SaleEnd at={end} className="text-sm" />}
    </p>
  );
}

function OneBundle({ id }: { id: number }) {
  const text = useBundleText();
  const language = useLanguage();
  const { format } = useMoney();
  const { storeOf } = useStores();
  const { data: bundle } = useSuspenseQuery(bundleQuery(useCall(), id, useCountry()));
  const owned = useOwned(id);
  const { saving, redeem_by: redeemBy } = bundle;
  const matched = bundle.items.flatMap(({ game }) => game?.id ?? []);
  const lacking = matched.filter((game) => !owned?.includes(game)).length;
  return (
    <>
      <BundleJsonLd bundle={bundle} />
      <Link
        to="/bundles/{-$id}"
        params={{ id: undefined }}
        className="inline-flex min-h-9 items-center text-sm text-accent-text"
      >
        {text("bundle.all")}
      </Link>
      <h1 className="text-xl wrap-anywhere sm:text-2xl">{bundle.title}</h1>
      <StoreName store={bundle.store} className="mt-2 text-muted" />
      <Facts bundle={bundle} />
      {bundle.ends_at && <Over at={bundle.ends_at} />}
      {redeemBy && (
        <p className="mt-1 text-sm text-muted">{text("bundle.redeem_by", { date: language.date(redeemBy) })}</p>
      )}
      {saving && (
        <p className="mt-3 max-w-prose font-medium text-positive">
          {text("bundle.saving", {
            price: format(saving.price, saving.currency),
            separately: format(saving.separately, saving.currency),
            saving: format(saving.saving, saving.currency),
          })}
        </p>
      )}
      {owned && matched.length > 0 && <p className="mt-3 font-medium">{text("bundle.lacking", { count: lacking })}</p>}
      <p className="mt-4">
        <a href={bundle.address} target="_blank" rel="nofollow noopener" className={buttonStyle("primary")}>
          {text("bundle.view", { store: storeOf(bundle.store).name })}
        </a>
      </p>
      {tiersOf(bundle).map(({ name, items }) => (
        <section key={name.key} aria-labelledby={name.key} className="mt-8">
          <h2 id={name.key} className="figures mb-3 text-lg">
            <TierName bundle={bundle} place={name.place} />
          </h2>
          <ul className="divide-y divide-border rounded-lg border border-border bg-raised">
            {items.map((item, n) => (
              <Item
                // titles may repeat
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                key={n}
                item={item}
                isOwned={item.game !== null && owned?.includes(item.game.id) === true}
              />
            ))}
          </ul>
        </section>
      ))}
      {!bundle.complete && <p className="mt-6 text-muted">{text("bundle.incomplete")}</p>}
    </>
  );
}

/** The items by the first tier that brings them; those of no tier are with the first. */
function tiersOf(bundle: Bundle) {
  const places = bundle.tiers.length > 0 ? bundle.tiers.map((_, n) => n) : [0];
  return places.flatMap((place) => {
    const items = bundle.items.filter(({ tier }) => (tier ?? 1) - 1 === place);
    return items.length > 0 ? [{ name: { key: `tier-${place + 1}`, place }, items }] : [];
  });
}

function TierName({ bundle, place }: { bundle: Bundle; place: number }): ReactNode {
  const text = useBundleText();
  const { format } = useMoney();
  const tier = bundle.tiers[place];
  if (!tier || tier.price === null) return text("bundle.price_unknown");
  const price = format(tier.price, tier.currency!);
  if (tier.choose !== null) return text("bundle.choose", { count: tier.choose, price });
  return tier.addon ? text("bundle.addon", { price }) : text("bundle.from", { price });
}

function Item({ item, isOwned }: { item: Bundle["items"][number]; isOwned: boolean }) {
  const text = useBundleText();
  const language = useLanguage();
  const { formatOrFree } = useMoney();
  const { country } = useMarket();
  const { title, kind, game, activates_on: launchers, works_here: works } = item;
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-1.5 sm:px-5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {game ? (
          <GameLink id={game.id} className="py-1 wrap-anywhere hover:underline">
            {title}
          </GameLink>
        ) : (
          <span className="py-1 wrap-anywhere">{title}</span>
        )}
        {kind !== "game" && <Badge>{text(`bundle.item.${kind}`)}</Badge>}
        {launchers.length > 0 && (
          <span className="text-sm text-muted">
            {language.list(launchers.map((launcher) => launcherName(launcher, text("launcher.drm_free"))))}
          </span>
        )}
        {isOwned && <Badge tone="positive">{text("bundle.owned")}</Badge>}
        {!works && <Badge tone="warning">{text("bundle.excluded", { country: language.country(country) })}</Badge>}
      </span>
      {isGameKind(kind) && game && (
        <span className="figures ms-auto flex items-center gap-x-3">
          {game.best_store && <StoreName store={game.best_store} className="text-sm text-muted" />}
          <span className="font-bold">{formatOrFree(game.best_price, game.currency)}</span>
        </span>
      )}
    </li>
  );
}

/** The games of the bundle that the visitor owns; `undefined` without an account, or until they are read. */
function useOwned(id: number): number[] | undefined {
  const viewer = useViewer();
  const isSignedIn = viewer !== "unknown" && viewer !== null;
  return useQuery({ ...ownedQuery(useCall(), id), enabled: isSignedIn }).data;
}

/** Says that a bundle is over; its end is a date until the page hydrates, and nothing afterwards. */
function Over({ at }: { at: string }) {
  const text = useBundleText();
  return Date.parse(at) <= Date.now() ? (
    <p suppressHydrationWarning className="mt-1 font-medium text-warning">
      {text("bundle.over")}
    </p>
  ) : null;
}

/** The bundle as a product with its lowest price, for search engines; nothing without a known price. */
const BundleJsonLd: ComponentType<{ bundle: Bundle }> = import.meta.env.SSR ? WrittenJsonLd : () => <HeldJsonLd />;

function WrittenJsonLd({ bundle }: { bundle: Bundle }) {
  const { publicUrl } = useRouter().options.context;
  const address = useAddress();
  const { title, from_price: price, currency, ends_at: end } = bundle;
  if (price === null) return <JsonLd data={null} />;
  const url = new URL(address(`/bundles/${bundle.id}`), publicUrl || "http://localhost").href;
  const offer = { "@type": "AggregateOffer", priceCurrency: currency, lowPrice: price };
  const validity = end ? { priceValidUntil: end.slice(0, 10) } : {};
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@type": "Product",
        name: title,
        url,
        offers: { ...offer, ...validity },
      }}
    />
  );
}
