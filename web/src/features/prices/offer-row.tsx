import { Link, useHydrated } from "@tanstack/react-router";
import { formatAge, formatDate, formatTime } from "contract/core/dates.ts";
import { cutBadge } from "contract/games/rules.ts";
import type { GameDetail } from "contract/games/schema.ts";
import { exceptSign } from "contract/markets/regions.ts";
import { type Launcher, launcherNames } from "contract/prices/launchers.ts";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useGameText } from "../../api/game-text.ts";
import { useCountry, useMarket, useMoney } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { Menu, menuItemStyle } from "../../ui/menu.tsx";
import { GiveawayNote } from "./giveaway-note.tsx";
import { type Offer, outgoingAddress, type StatedOffer } from "./offers.ts";
import { SaleEnd } from "./sale-end.tsx";
import { StoreName } from "./store-name.tsx";

/** A store in the comparison: its price, a button that leads there, and a menu. */
export function OfferRow({ game, offer }: { game: GameDetail; offer: Offer }) {
  const text = useGamePartText();
  const { store, stated } = offer;
  const isSold = stated.price !== null;
  const best = store.key === game.best_store;
  return (
    <li
      className={classNames(
        "relative col-span-full grid min-h-16 grid-cols-subgrid items-center gap-x-2.5 py-0.5 pl-3.5 pr-1 sm:min-h-13 " +
          "sm:gap-x-4 sm:pl-5 sm:pr-2",
        best && "before:absolute before:inset-y-2 before:left-0 before:w-1 before:rounded-r-sm before:bg-accent",
      )}
    >
      <div className="min-w-0">
        <StoreName store={store.key} className="font-medium" />
        <p
          className={
            "flex flex-wrap items-center gap-x-1.5 text-xs text-muted " +
            "[&>:not(.badge)+:not(.badge)]:before:mr-1.5 [&>:not(.badge)+:not(.badge)]:before:content-['·'/'']"
          }
        >
          {best && (
            <Badge tone="accent" className="h-4 px-1">
              {text("game.best_deal")}
            </Badge>
          )}
          {isSold ? (
            <>
              <Stock offer={offer} />
              <span>{text(`game.store_${store.kind}`)}</span>
              {stated.activates_in && <ActivationNote places={stated.activates_in} />}
              {stated.activates_on?.[0] && <LaunchersNote launchers={stated.activates_on} />}
              <GiveawayNote offer={stated} />
              {stated.sale_ends_at && <SaleEnd at={stated.sale_ends_at} />}
            </>
          ) : (
            <>
              <span>{text("game.no_longer_sold")}</span>
              <GiveawayNote offer={stated} />
            </>
          )}
        </p>
      </div>
      <OfferPrice offer={offer} />
      {isSold && stated.link ? <StoreButton game={game} offer={offer} best={best} /> : <span />}
      {stated.last_seen_at && <RowMenu game={game} offer={stated} at={stated.last_seen_at} />}
    </li>
  );
}

/** That an offer is out of stock; for CDKeys also that it is in stock (spec/games 6.2). */
function Stock({ offer: { store, inStock } }: { offer: Offer }) {
  const text = useGamePartText();
  if (inStock === null || (inStock && store.key !== "cdkeys")) return null;
  return (
    <Badge tone={inStock ? "positive" : "danger"} className="h-4 px-1">
      {text(inStock ? "game.in_stock" : "game.out_of_stock")}
    </Badge>
  );
}

function StoreButton({ game, offer: { store, stated }, best }: { game: GameDetail; offer: Offer; best: boolean }) {
  const text = useGamePartText();
  const isFree = stated.price === 0;
  return (
    <a
      href={outgoingAddress(game.id, store.key, useCountry())}
      target="_blank"
      rel="sponsored nofollow noopener"
      aria-label={text(isFree ? "game.get_at" : "game.buy_at", { store: store.name })}
      className={buttonStyle(best ? "primary" : "secondary", "small", "min-w-16")}
    >
      {text(isFree ? "game.get_short" : "game.buy_short")}
    </a>
  );
}

/** When an offer was last seen, and a link to report its price. */
function RowMenu({ game, offer, at }: { game: GameDetail; offer: StatedOffer; at: string }) {
  const text = useGamePartText();
  const store = useStores().storeOf(offer.store).name;
  return (
    <Menu
      label={text("game.offer_menu", { store })}
      button={<Ellipsis aria-hidden className="size-4.5" />}
      buttonClassName={buttonStyle("quiet", "icon", "size-9")}
      align="end"
    >
      <p className="px-3 py-2 text-sm text-muted">
        <LastSeen at={at} />
      </p>
      <ReportLink game={game} offer={offer} />
    </Menu>
  );
}

const regionNames = new Intl.DisplayNames("en", { type: "region" });
/** Names of groups of countries that are shown in full. */
const groupNames: Record<string, string> = {
  EUROPE: "Europe",
  LATAM: "Latin America",
  NA: "North America",
  ROW: "other countries",
  ASIA: "Asia",
  SEA: "Southeast Asia",
  OCEANIA: "Oceania",
  APAC: "Asia and the Pacific",
  CENTRAL_AMERICA: "Central America",
  SOUTH_AMERICA: "South America",
  AMERICAS: "the Americas",
  NORDICS: "the Nordic countries",
  BENELUX: "Benelux",
  BALTICS: "the Baltic states",
  MIDDLE_EAST: "the Middle East",
  MENA: "the Middle East and North Africa",
  AFRICA: "Africa",
};

const nameOf = (place: string) => groupNames[place] ?? (place.length === 2 ? regionNames.of(place) : place);

/** Where a key can be activated: countries, and groups such as the EU, with exceptions. */
function ActivationNote({ places }: { places: readonly string[] }) {
  const text = useGameText();
  const isException = (place: string) => place.startsWith(exceptSign);
  const allowed = places.includes("GLOBAL") ? [] : places.filter((place) => !isException(place)).map(nameOf);
  const excepted = places.filter(isException).map((place) => nameOf(place.slice(exceptSign.length)));
  const notes = [
    ...(allowed.length > 0 ? [text("game.activates_in", { places: allowed.join(", ") })] : []),
    ...(excepted.length > 0 ? [text("game.not_activated_in", { places: excepted.join(", ") })] : []),
  ];
  if (notes.length === 0) return null;
  return (
    // the names of countries differ between browsers
    <span title={[...allowed, ...excepted].join(", ")} suppressHydrationWarning className="max-w-full truncate">
      {notes.join(". ")}
    </span>
  );
}

/** When an offer was last seen: the date on a cached page, the age after hydration. */
function LastSeen({ at }: { at: string }) {
  const text = useGameText();
  const time = useHydrated() ? formatAge(at, Date.now()) : formatDate(at);
  return (
    <time dateTime={at} title={formatTime(at)}>
      {text("game.checked", { time })}
    </time>
  );
}

/** What a key activates on. */
function LaunchersNote({ launchers }: { launchers: readonly Launcher[] }) {
  const text = useGameText();
  const named = launchers.filter((launcher) => launcher !== "drm-free").map((launcher) => launcherNames[launcher]);
  return (
    <span className="max-w-full wrap-anywhere">
      {[
        ...(named.length > 0 ? [text("game.activates_on", { launchers: named.join(", ") })] : []),
        ...(launchers.includes("drm-free") ? [launcherNames["drm-free"]] : []),
      ].join(", ")}
    </span>
  );
}

/** Three cells: a store's regular price, its discount, and its price, also converted to the market's currency. */
function OfferPrice({ offer: { store, price, stated } }: { offer: Offer }) {
  const text = useGamePartText();
  const market = useMarket();
  const { format, formatOrFree } = useMoney();
  const { currency } = stated;
  const cut = cutBadge(stated.cut);
  const isOwn = stated.reference_store === stated.store;
  const compared = text(isOwn ? "game.regular_price" : "game.you_save_against");
  const regular = cut && isOwn && stated.regular_price != null ? format(stated.regular_price, currency) : null;
  return (
    <div className="figures grid grid-cols-[auto_auto] justify-end gap-x-1.5 text-right sm:contents">
      {regular ? (
        <s className="text-xs text-muted sm:text-sm" title={text("game.regular_price")}>
          {regular}
        </s>
      ) : (
        <span />
      )}
      {cut ? (
        <span className="text-xs font-medium text-positive sm:text-sm" title={compared}>
          {cut}
          {!isOwn && <span className="sr-only">{` ${compared}`}</span>}
        </span>
      ) : (
        <span />
      )}
      <span className="leading-tight max-sm:order-first max-sm:col-span-full">
        {stated.price === null ? (
          <span className="text-muted">{format(null)}</span>
        ) : (
          <span className="text-md font-semibold">{formatOrFree(stated.price, currency)}</span>
        )}
        {currency !== market.currency && price !== null && price > 0 && (
          <span
            title={text("game.converted_hint", { store: store.name, currency })}
            className="block text-xs text-muted"
          >
            {text("game.converted", { price: format(price) })}
          </span>
        )}
      </span>
    </div>
  );
}

/** A link to the contact form, prefilled with the offer. */
function ReportLink({ game, offer }: { game: GameDetail; offer: StatedOffer }) {
  const text = useGamePartText();
  const { formatOrFree } = useMoney();
  const { country } = useMarket();
  const store = useStores().storeOf(offer.store).name;
  const named = {
    title: game.title,
    id: String(game.id),
    store,
    price: offer.price === null ? text("game.no_longer_sold") : formatOrFree(offer.price, offer.currency),
    address: offer.link ?? "N/A",
  };
  return (
    <Link
      to="/contact"
      search={{
        subject: text("game.report_subject", named),
        message: text("game.report_message", named),
        report: `${game.id}.${country}.${offer.store}`,
      }}
      rel="nofollow"
      aria-label={text("game.report_price_at", { store })}
      className={menuItemStyle}
    >
      {text("game.report_price")}
    </Link>
  );
}
