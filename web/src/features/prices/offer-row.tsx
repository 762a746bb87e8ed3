import { Link, useHydrated } from "@tanstack/react-router";
import { gameTexts } from "contract/content-strings/defaults/game.ts";
import { cutBadge } from "contract/games/rules.ts";
import type { GameDetail } from "contract/games/schema.ts";
import { exceptSign } from "contract/markets/regions.ts";
import { type Launcher, launcherNames } from "contract/prices/launchers.ts";
import Ellipsis from "lucide-static/icons/ellipsis.svg?react";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useGameText } from "../../api/game-text.ts";
import { useCountry, useMarket, useMoney } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { useLanguage } from "../../api/texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { Menu, menuItemStyle } from "../../ui/menu.tsx";
import { GiveawayNote } from "./giveaway-note.tsx";
import { type Offer, outgoingAddress, type StatedOffer } from "./offers.ts";
import { SaleEnd } from "./sale-end.tsx";
import { StoreName } from "./store-name.tsx";
import { VoucherLine } from "./voucher-line.tsx";

/** A store in the comparison: its price, a button that leads there, and a menu. */
export function OfferRow({ game, offer }: { game: GameDetail; offer: Offer }) {
  const text = useGamePartText();
  const { store, stated } = offer;
  const isSold = stated.price !== null;
  const best = store.key === game.best_store;
  return (
    <li
      className={classNames(
        "relative col-span-full grid min-h-16 grid-cols-subgrid items-center gap-x-2.5 py-0.5 ps-3.5 pe-1 sm:min-h-13 " +
          "sm:gap-x-4 sm:ps-5 sm:pe-2",
        best && "before:absolute before:inset-y-2 before:start-0 before:w-1 before:rounded-e-sm before:bg-accent",
      )}
    >
      <div className="min-w-0">
        <StoreName store={store.key} className="font-medium" />
        <p
          className={
            "flex flex-wrap items-center gap-x-1.5 text-xs text-muted " +
            // at the end of a line rather than the beginning of the next
            "[&>:not(.badge):has(+:not(.badge))]:after:ms-1.5 [&>:not(.badge):has(+:not(.badge))]:after:content-['·'/'']"
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
      {stated.voucher && (
        <VoucherLine voucher={stated.voucher} currency={stated.currency} className="col-span-full pb-1.5" />
      )}
    </li>
  );
}

/** That an offer is out of stock; for CDKeys also that it is in stock (spec/games 6.3). */
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

/** Groups of countries by their codes of the United Nations (M49), which every language has names for. */
const groupCodes: Record<string, string> = {
  EUROPE: "150",
  LATAM: "419",
  NA: "003",
  ASIA: "142",
  SEA: "035",
  OCEANIA: "009",
  CENTRAL_AMERICA: "013",
  SOUTH_AMERICA: "005",
  AMERICAS: "019",
  AFRICA: "002",
};

/** Names the places where a key can be activated: countries and groups of them. */
function usePlaceName(): (place: string) => string {
  const language = useLanguage();
  const text = useGameText();
  return (place) => {
    const key = `game.region.${place.toLowerCase()}`;
    if (Object.hasOwn(gameTexts, key)) return text(key as "game.region.row");
    const code = groupCodes[place] ?? place;
    return /^([A-Z]{2}|\d{3})$/.test(code) ? language.country(code) : place;
  };
}

/** Where a key can be activated: countries, and groups such as the EU, with exceptions. */
function ActivationNote({ places }: { places: readonly string[] }) {
  const text = useGameText();
  const language = useLanguage();
  const nameOf = usePlaceName();
  const isException = (place: string) => place.startsWith(exceptSign);
  const allowed = places.includes("GLOBAL") ? [] : places.filter((place) => !isException(place)).map(nameOf);
  const excepted = places.filter(isException).map((place) => nameOf(place.slice(exceptSign.length)));
  const notes = [
    ...(allowed.length > 0 ? [text("game.activates_in", { places: language.list(allowed) })] : []),
    ...(excepted.length > 0 ? [text("game.not_activated_in", { places: language.list(excepted) })] : []),
  ];
  if (notes.length === 0) return null;
  return (
    // the names of countries differ between browsers
    <span title={language.list([...allowed, ...excepted])} suppressHydrationWarning className="max-w-full truncate">
      {notes.join(" · ")}
    </span>
  );
}

/** When an offer was last seen: the date on a cached page, the age after hydration. */
function LastSeen({ at }: { at: string }) {
  const language = useLanguage();
  const text = useGameText();
  const time = useHydrated() ? language.age(at, Date.now()) : language.date(at);
  return (
    <time dateTime={at} title={language.time(at)}>
      {text("game.checked", { time })}
    </time>
  );
}

/** What a key activates on. */
function LaunchersNote({ launchers }: { launchers: readonly Launcher[] }) {
  const language = useLanguage();
  const text = useGameText();
  const named = launchers.filter((launcher) => launcher !== "drm-free").map((launcher) => launcherNames[launcher]);
  return (
    <span className="max-w-full wrap-anywhere">
      {[
        ...(named.length > 0 ? [text("game.activates_on", { launchers: language.list(named) })] : []),
        ...(launchers.includes("drm-free") ? [text("launcher.drm_free")] : []),
      ].join(" · ")}
    </span>
  );
}

/** Three cells: a store's regular price, its discount, and its price, also converted to the market's currency. */
function OfferPrice({ offer: { store, price, stated } }: { offer: Offer }) {
  const language = useLanguage();
  const text = useGamePartText();
  const market = useMarket();
  const { format, formatOrFree } = useMoney();
  const { currency } = stated;
  const cut = cutBadge(stated.cut, language);
  const isOwn = stated.reference_store === stated.store;
  const regular = cut && isOwn && stated.regular_price != null ? format(stated.regular_price, currency) : null;
  return (
    <div className="figures grid grid-cols-[auto_auto] justify-end gap-x-1.5 text-end sm:contents">
      {regular ? (
        <s className="text-xs text-muted sm:text-sm" title={text("game.regular_price")}>
          {regular}
        </s>
      ) : (
        <span />
      )}
      {cut ? (
        <span
          className="text-xs font-medium text-positive sm:text-sm"
          title={isOwn ? text("game.regular_price") : text("game.cut_against_steam", { cut })}
        >
          <span aria-hidden={!isOwn}>{cut}</span>
          {!isOwn && <span className="sr-only">{text("game.cut_against_steam", { cut })}</span>}
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
