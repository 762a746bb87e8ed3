import { Link, useHydrated } from "@tanstack/react-router";
import { formatAge, formatDate, formatTime } from "contract/core/dates.ts";
import { cutBadge } from "contract/games/rules.ts";
import type { GameDetail } from "contract/games/schema.ts";
import { exceptSign } from "contract/markets/regions.ts";
import { type Launcher, launcherNames } from "contract/prices/launchers.ts";
import ExternalLink from "lucide-react/icons/external-link";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useGameText } from "../../api/game-text.ts";
import { useCountry, useMarket, useMoney } from "../../api/market.ts";
import { type Store, useStores } from "../../api/stores.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { GiveawayNote } from "./giveaway-note.tsx";
import { StockBadge, StoreKind } from "./offer-badges.tsx";
import { type Offer, outgoingAddress, type StatedOffer } from "./offers.ts";
import { SaleEnd } from "./sale-end.tsx";
import { StoreName } from "./store-name.tsx";

interface OfferRowProps {
  game: GameDetail;
  store: Store;
  /** `undefined` if the store never sold the game. */
  offer?: Offer | undefined;
}

/** A store in the comparison: its price, link and offer details. */
export function OfferRow({ game, store, offer }: OfferRowProps) {
  const text = useGamePartText();
  const country = useCountry();
  const { key, name, kind } = store;
  const stated = offer?.stated;
  const isSold = stated !== undefined && stated.price !== null;
  const best = key === game.best_store;
  return (
    <li
      className={classNames(
        "relative grid grid-cols-[1fr_auto_2.25rem] items-center gap-x-3 gap-y-1 px-4 py-3 " +
          "sm:grid-cols-[1fr_auto_2.75rem] sm:px-5",
        best && "before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-accent",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <StoreName store={key} className="font-medium" />
        <StoreKind kind={kind} />
        {best && <Badge tone="accent">{text("game.best_deal")}</Badge>}
        {isSold ? (
          <StockBadge inStock={stated.in_stock ?? null} />
        ) : (
          <span className="text-sm text-muted">{text(stated ? "game.no_longer_sold" : "game.not_sold")}</span>
        )}
      </div>
      <OfferPrice offer={offer} />
      {isSold && stated.link && (
        <a
          href={outgoingAddress(game.id, key, country)}
          target="_blank"
          rel="sponsored nofollow noopener"
          aria-label={text("game.go_to_store", { store: name })}
          title={text("game.go_to_store", { store: name })}
          // on phones the whole row is the link
          className={buttonStyle("secondary", "icon", "max-sm:size-9 max-sm:after:absolute max-sm:after:inset-0")}
        >
          <ExternalLink aria-hidden className="size-4.5" />
        </a>
      )}
      {stated?.last_seen_at && (
        <p className="col-span-full flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted">
          {isSold && stated.activates_in && <ActivationNote places={stated.activates_in} />}
          {isSold && stated.activates_on?.[0] && <LaunchersNote launchers={stated.activates_on} />}
          <GiveawayNote offer={stated} />
          {isSold && stated.sale_ends_at && <SaleEnd at={stated.sale_ends_at} />}
          <LastSeen at={stated.last_seen_at} />
          <ReportLink game={game} offer={stated} />
        </p>
      )}
    </li>
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
    <span className="max-w-full truncate">
      {[
        ...(named.length > 0 ? [text("game.activates_on", { launchers: named.join(", ") })] : []),
        ...(launchers.includes("drm-free") ? [launcherNames["drm-free"]] : []),
      ].join(", ")}
    </span>
  );
}

/** A store's price, its regular price and discount, and the converted price in the market's currency. */
function OfferPrice({ offer }: { offer: Offer | undefined }) {
  const text = useGamePartText();
  const market = useMarket();
  const { format, formatOrFree } = useMoney();
  if (!offer || offer.stated.price === null) return <span className="text-right text-muted">{format(null)}</span>;
  const { store, price, stated } = offer;
  const { currency } = stated;
  const cut = cutBadge(stated.cut);
  const isOwn = stated.reference_store === stated.store;
  const compared = text(isOwn ? "game.regular_price" : "game.you_save_against");
  return (
    <span className="figures flex flex-wrap items-center justify-end gap-x-3 max-sm:max-w-28">
      {cut && (
        <span className="text-sm text-positive" title={compared}>
          {cut}
          {!isOwn && <span className="sr-only">{` ${compared}`}</span>}
        </span>
      )}
      {stated.regular_price != null && cut && isOwn && (
        <s className="text-sm text-muted" title={text("game.regular_price")}>
          {format(stated.regular_price, currency)}
        </s>
      )}
      <span className="text-lg font-semibold">{formatOrFree(stated.price, currency)}</span>
      {currency !== market.currency && price !== null && price > 0 && (
        <span
          title={text("game.converted_hint", { store: store.name, currency })}
          className="w-full text-right text-sm text-muted"
        >
          {text("game.converted", { price: format(price) })}
        </span>
      )}
    </span>
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
      // above the row, which is a link on phones
      className="relative -my-0.5 py-0.5 underline decoration-border-strong underline-offset-3 hover:text-text"
    >
      {text("game.report_price")}
    </Link>
  );
}
