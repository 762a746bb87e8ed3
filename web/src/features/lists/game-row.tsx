import { cutBadge } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import type { ComponentProps, ReactNode } from "react";
import { useGameText } from "../../api/game-text.ts";
import { useMoney } from "../../api/market.ts";
import type { PricedElsewhere } from "../../api/my-stores.ts";
import { type Store, useStores } from "../../api/stores.ts";
import { useLanguage } from "../../api/texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { GameArt } from "../images/game-art.tsx";
import { comparedWith, LessElsewhere, ReferencePrice } from "../prices/best-price.tsx";
import { BundleNote } from "../prices/bundle-note.tsx";
import { SaleEnd } from "../prices/sale-end.tsx";
import { StoreName } from "../prices/store-name.tsx";

type RowGame = Pick<
  Game,
  | "id"
  | "title"
  | "picture_version"
  | "best_price"
  | "best_store"
  | "reference_price"
  | "reference_store"
  | "cut"
  | "historical_low"
> &
  PricedElsewhere &
  Partial<Pick<Game, "sale_ends_at" | "bundle">>;

interface GameRowProps {
  game: RowGame;
  /** The title with its link. */
  title: ReactNode;
  /** Before the cover. */
  start?: ReactNode;
  /** Labels and notes below the title. */
  notes?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** What follows below the row. */
  children?: ReactNode;
  load?: "late" | "soon";
  isLeaving?: boolean;
  /** The visitor has it by a subscription: on phones its note has the place of how far the price is above the low. */
  isIncluded?: boolean;
}

/** Games of a list as a table: rows share their columns. */
export function GameRows({ children, ref }: Pick<ComponentProps<"ul">, "children" | "ref">) {
  return (
    <ul
      ref={ref}
      className={
        "grid grid-cols-[auto_minmax(0,1fr)_auto] divide-y divide-border rounded-lg border border-border bg-raised " +
        "sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
      }
    >
      {children}
    </ul>
  );
}

/**
 * A game on the wishlist, a list or a shared list. With the line below it 72 pixels high on wide screens; on phones the
 * title, the price and what is about it are below each other, in at most 90 pixels if the title has two lines.
 */
export function GameRow({ game, title, start, notes, actions, children, load, ...states }: GameRowProps) {
  const { isLeaving = false, isIncluded = false } = states;
  const { storeOf } = useStores();
  return (
    <li className="relative col-span-full grid grid-cols-subgrid">
      <article
        className={classNames(
          "col-span-full grid min-h-[4.4375rem] grid-cols-subgrid content-center gap-x-3 py-1 ps-3 pe-1 " +
            "transition-opacity sm:items-center sm:gap-x-4 sm:py-1.5 sm:ps-4 sm:pe-2.5",
          isLeaving && "opacity-50",
        )}
      >
        <div className="flex items-center gap-3 max-sm:row-span-2 max-sm:self-center">
          {start}
          <GameArt
            gameId={game.id}
            version={game.picture_version}
            alt={null}
            variant="landscape"
            sizes="92px"
            load={load}
            className="aspect-[460/215] w-16 rounded-sm sm:w-23"
          />
        </div>
        <div className="min-w-0 max-sm:contents">
          <h2 className="text-base leading-5 font-medium">{title}</h2>
          <p className="flex flex-wrap items-center gap-x-2.5 text-xs text-muted max-sm:col-span-2 max-sm:row-start-3">
            {game.best_store && (
              <span className="inline-flex flex-wrap gap-x-1.5">
                <StoreName store={game.best_store} />
                <StoreKind kind={storeOf(game.best_store).kind} />
              </span>
            )}
            <span className={classNames("contents", isIncluded && "max-sm:hidden")}>
              <LowText game={game} />
            </span>
            {game.sale_ends_at && <SaleEnd at={game.sale_ends_at} />}
            {game.bundle && <BundleNote bundle={game.bundle} />}
            {notes}
          </p>
        </div>
        <RowPrice game={game} />
        <div
          className={
            "flex items-center justify-end max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1 max-sm:flex-col"
          }
        >
          {actions}
        </div>
        {children && <div className="col-span-full pb-1.5">{children}</div>}
      </article>
    </li>
  );
}

/** Phones show it of key shops and marketplaces only, so that one line has room for the low, too. */
function StoreKind({ kind }: { kind: Store["kind"] }) {
  const text = useGameText()(`game.store_${kind}`);
  return <span className={classNames(kind === "official" && "max-sm:sr-only")}>{text}</span>;
}

/** How far the price is above its low; nothing for games that were never cheaper or more expensive. */
function LowText({ game }: { game: RowGame }) {
  const text = useGameText();
  const { format } = useMoney();
  const { best_price: price, historical_low: low } = game;
  if (price === null || low === null) return null;
  if (price > low) return <span className="figures">{text("game.above_low", { amount: format(price - low) })}</span>;
  return game.cut > 0 ? <span className="text-positive">{text("game.at_low")}</span> : null;
}

function RowPrice({ game }: { game: RowGame }) {
  const language = useLanguage();
  const { format, formatOrFree } = useMoney();
  const compared = comparedWith(game);
  return (
    <div className="flex flex-wrap items-center gap-x-2 max-sm:col-start-2 sm:max-w-64 sm:justify-end sm:text-end">
      {compared?.cut ? (
        <Badge tone="accent" className="h-5 max-sm:order-1">
          {cutBadge(compared.cut, language)}
        </Badge>
      ) : null}
      {compared && (
        <ReferencePrice at={compared.at} className="text-xs max-sm:order-2 sm:text-sm">
          {format(compared.price)}
        </ReferencePrice>
      )}
      <span
        className={classNames(
          "figures text-base leading-5 font-semibold sm:text-md",
          game.best_price === null && "font-medium text-muted",
        )}
      >
        {formatOrFree(game.best_price)}
      </span>
      <LessElsewhere game={game} />
    </div>
  );
}
