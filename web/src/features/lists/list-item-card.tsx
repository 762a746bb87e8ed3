import { Link } from "@tanstack/react-router";
import type { WishlistTextKey } from "contract/content-strings/defaults/personal/wishlist.ts";
import { formatDate } from "contract/core/dates.ts";
import { maxNotesLength } from "contract/lists/rules.ts";
import type { ListedGame } from "contract/lists/schema.ts";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useCountry, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useForm } from "../../page/form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { AlertButton } from "../alerts/alert-dialog.tsx";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice } from "../prices/best-price.tsx";
import { flatKeys, flatPrice } from "../prices/offers.ts";
import { StoreName } from "../prices/store-name.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { useWishlistText } from "./lists-text.ts";
import { basketQueries, type OwnItem, type OwnList, useDeliverablePrice } from "./queries.ts";
import { useItemChanges } from "./use-list-changes.ts";

/** What a list says about its games. */
export interface ItemTexts {
  /** The title of the dialog that edits an item. */
  edit: string;
  /** Who can see the notes. */
  notesHint: string;
  /** Shown when saving fails, unless the server gives a reason. */
  updateFailed: string;
}

interface ListItemCardProps {
  list: OwnList;
  item: OwnItem;
  texts: ItemTexts;
  /** Called after the removal. */
  onRemoved: () => void;
}

/** A game on a list: prices, notes and actions. */
export function ListItemCard({ list, item, texts, onRemoved }: ListItemCardProps) {
  const text = useWishlistText();
  // only the canonical address of a game names a country
  const country = useCountry();
  const [removing, setRemoving] = useState(false);
  const [editing, setEditing] = useState(false);

  const changes = useItemChanges(list);
  // the best price may be out of stock; alerts and the basket use this one
  const deliverable = useDeliverablePrice(basketQueries(useCall(), list, country), item.game_id);

  const remove = async () => {
    setRemoving(true);
    try {
      await changes.remove(item);
      onRemoved();
    } catch (error) {
      console.error(wishlistFailure(error, `Failed to remove from ${list === "wishlist" ? list : "list"}`));
      setRemoving(false);
    }
  };
  return (
    <article
      className={classNames(
        "grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-3 rounded-lg border border-border " +
          "bg-raised p-3 transition-opacity",
        "sm:grid-cols-[11rem_minmax(0,1fr)_11rem] sm:gap-x-4 sm:p-4",
        removing && "opacity-50",
      )}
    >
      <GameArt
        gameId={item.game_id}
        version={item.picture_version}
        alt={null}
        variant="landscape"
        sizes="(max-width: 39.99rem) 104px, 176px"
        className="aspect-[460/215] w-full self-start rounded-sm"
      />
      <div className="min-w-0">
        <h2 className="text-base sm:text-md">
          <Link
            to={country === undefined ? "/game/$id" : "/games/$id"}
            params={{ id: String(item.game_id) }}
            className="hover:underline"
          >
            {item.title}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-muted">{[item.genre, item.developer].filter(Boolean).join(" · ")}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
          {text("wishlist.added", { date: formatDate(item.added_at) })}
          <Priority priority={item.priority ?? 0} />
        </p>
      </div>
      <div className="max-sm:col-span-full max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-3">
        <BestPrice
          game={{
            best_price: item.lowest_price,
            best_store: item.lowest_price_store,
            reference_price: item.reference_price,
            reference_store: item.reference_store,
            cut: item.cut,
            everywhere_best_price: item.everywhere_lowest_price,
            everywhere_best_store: item.everywhere_lowest_price_store,
          }}
        />
        {item.lowest_price_store && (
          <StoreName store={item.lowest_price_store} className="text-sm text-muted sm:mt-1" />
        )}
      </div>
      <StorePrices item={item} />
      {item.notes && <p className="col-span-full max-w-prose text-sm whitespace-pre-line">{item.notes}</p>}
      <div className="col-span-full flex flex-wrap gap-2">
        <AlertButton named size="small" game={{ id: item.game_id, title: item.title, price: deliverable ?? null }} />
        <Button
          kind="quiet"
          size="small"
          aria-label={`${text("wishlist.edit_item")}: ${item.title}`}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden className="size-4" />
          <span className="max-sm:hidden">{text("wishlist.edit_item")}</span>
        </Button>
        <Button
          kind="quiet"
          size="small"
          aria-label={`${text("wishlist.remove_item")}: ${item.title}`}
          disabled={removing}
          onClick={remove}
          className="ml-auto"
        >
          <Trash2 aria-hidden className="size-4" />
          <span className="max-sm:hidden">{text("wishlist.remove_item")}</span>
        </Button>
      </div>
      {editing && <ItemDialog list={list} item={item} texts={texts} onClose={() => setEditing(false)} />}
    </article>
  );
}

/** The price at each store. */
function StorePrices({ item }: { item: ListedGame }) {
  const { formatOrFree } = useMoney();
  return (
    <dl className="col-span-full grid grid-cols-2 gap-x-6 gap-y-1 border-y border-border py-2.5 text-sm sm:grid-cols-4">
      {flatKeys.map((key) => (
        <div key={key} className="flex items-baseline justify-between gap-2">
          <dt>
            <StoreName store={key} className="text-muted" />
          </dt>
          <dd className={classNames("figures", flatPrice(item, key) === null && "text-muted")}>
            {formatOrFree(flatPrice(item, key))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Priority({ priority }: { priority: number }) {
  const text = useWishlistText();
  if (priority === 0) return null;
  const label =
    priority === 1
      ? text("wishlist.priority_high")
      : priority === -1
        ? text("wishlist.priority_low")
        : text("wishlist.priority_other", { number: priority });
  return <Badge tone={priority > 0 ? "warning" : "neutral"}>{label}</Badge>;
}

/** Edits the notes of a game on a list, and on the wishlist its priority. */
function ItemDialog({ list, item, texts, onClose }: Omit<ListItemCardProps, "onRemoved"> & { onClose: () => void }) {
  const { update } = useItemChanges(list);
  const text = useWishlistText();
  const form = useForm({
    check: () => null,
    send: async ({ notes = "", priority }) => {
      // forms send line breaks as CR LF, which would count twice
      const fields = { notes: notes.replaceAll("\r\n", "\n").trim() };
      await update(item, priority === undefined ? fields : { ...fields, priority: Number(priority) });
      onClose();
    },
    explain: (error) => ({ box: wishlistFailure(error, texts.updateFailed) }),
  });
  return (
    <Dialog title={texts.edit} onClose={onClose}>
      <form {...form.formProps} className="mt-2 grid gap-5">
        <p className="text-muted">{item.title}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextArea
          label={text("wishlist.notes")}
          hint={texts.notesHint}
          name="notes"
          rows={5}
          maxLength={maxNotesLength}
          defaultValue={item.notes}
          autoFocus
        />
        {item.priority !== undefined && (
          <div>
            <p aria-hidden className="mb-1.5 text-sm font-medium">
              {text("wishlist.priority")}
            </p>
            <Select label={text("wishlist.priority")} name="priority" defaultValue={item.priority}>
              {priorityChoices(item.priority).map(({ value, text: name }) => (
                <option key={value} value={value}>
                  {name ? text(name) : value}
                </option>
              ))}
            </Select>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "wishlist.saving_item" : "wishlist.save_item")}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {text("wishlist.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The priorities that the page offers; the endpoint takes any integer, higher means more wanted. */
const offered = [
  { value: 1, text: "wishlist.priority.high" },
  { value: 0, text: "wishlist.priority.normal" },
  { value: -1, text: "wishlist.priority.low" },
] as const satisfies { value: number; text: WishlistTextKey }[];

interface PriorityChoice {
  value: number;
  /** Its text key, or `null` to show the number. */
  text: (typeof offered)[number]["text"] | null;
}

/** The offered priorities, and the current one if it is not among them. */
export function priorityChoices(current: number): PriorityChoice[] {
  const others = offered.some(({ value }) => value === current) ? [] : [{ value: current, text: null }];
  return [...offered, ...others].sort((a, b) => b.value - a.value);
}
