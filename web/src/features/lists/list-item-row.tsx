import { Link } from "@tanstack/react-router";
import type { WishlistTextKey } from "contract/content-strings/defaults/personal/wishlist.ts";
import { maxNotesLength } from "contract/lists/rules.ts";
import Ellipsis from "lucide-static/icons/ellipsis.svg?react";
import Pencil from "lucide-static/icons/pencil.svg?react";
import StickyNote from "lucide-static/icons/sticky-note.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useState } from "react";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { useForm } from "../../page/form.ts";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
import { logFailure } from "../../page/log-failure.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Menu, menuItemStyle } from "../../ui/menu.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { AlertButton } from "../alerts/alert-dialog.tsx";
import { type Included, IncludedNote } from "../subscriptions/included-games.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { GameRow } from "./game-row.tsx";
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

/** The games that are selected, by their ids. */
interface Selection {
  has: (gameId: number) => boolean;
  toggle: (gameId: number) => void;
}

interface ListItemRowProps {
  list: OwnList;
  item: OwnItem;
  texts: ItemTexts;
  /** Which games of the list the member's plans have. */
  included: Included;
  /** While games are selected. */
  selection: Selection | undefined;
  /** Called after the removal. */
  onRemoved: () => void;
}

/** A game on a list: its price, notes and actions. */
export function ListItemRow({ list, item, texts, included, selection, onRemoved }: ListItemRowProps) {
  const language = useLanguage();
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
      await changes.remove([item.game_id]);
      onRemoved();
    } catch (error) {
      logFailure(wishlistFailure(error, `Failed to remove from ${list === "wishlist" ? list : "list"}`));
      setRemoving(false);
    }
  };
  return (
    <GameRow
      game={{
        id: item.game_id,
        title: item.title,
        picture_version: item.picture_version,
        best_price: item.lowest_price,
        best_store: item.lowest_price_store,
        reference_price: item.reference_price,
        reference_store: item.reference_store,
        cut: item.cut,
        historical_low: item.historical_low,
        everywhere_best_price: item.everywhere_lowest_price,
        everywhere_best_store: item.everywhere_lowest_price_store,
        bundle: item.bundle,
      }}
      isLeaving={removing}
      isIncluded={included.names.has(item.game_id)}
      start={
        selection && (
          <input
            type="checkbox"
            aria-label={text("wishlist.select_game", { title: shownTitle(item) })}
            checked={selection.has(item.game_id)}
            onChange={() => selection.toggle(item.game_id)}
            className="size-5 shrink-0 accent-accent-text"
          />
        )
      }
      title={
        <Link
          to={country === undefined ? "/game/$id" : "/games/$id"}
          params={{ id: String(item.game_id) }}
          className="inline-block py-0.5 hover:underline"
        >
          <GameTitle game={item} />
        </Link>
      }
      notes={
        <>
          <Priority priority={item.priority ?? 0} />
          {item.notes && (
            <span title={item.notes} className="inline-flex max-w-full min-w-0 items-center gap-1">
              <StickyNote aria-hidden className="size-3.5 shrink-0" />
              <span className="max-w-72 truncate max-sm:sr-only">{item.notes}</span>
            </span>
          )}
          <IncludedNote included={included} gameId={item.game_id} isTight={Boolean(item.bundle)} />
        </>
      }
      actions={
        <>
          <AlertButton
            compact
            game={{ id: item.game_id, title: shownTitle(item), price: deliverable ?? null, low: item.historical_low }}
          />
          <Menu
            label={text("wishlist.more", { title: shownTitle(item) })}
            button={<Ellipsis aria-hidden className="size-4.5" />}
            buttonClassName={buttonStyle("quiet", "icon", "size-9")}
            align="end"
          >
            <p className="px-3 py-2 text-sm text-muted">
              {text("wishlist.added", { date: language.date(item.added_at) })}
            </p>
            <button
              type="button"
              aria-label={`${text("wishlist.edit_item")}: ${shownTitle(item)}`}
              aria-haspopup="dialog"
              onClick={() => setEditing(true)}
              className={menuItemStyle}
            >
              <Pencil aria-hidden className="size-4" />
              {text("wishlist.edit_item")}
            </button>
            <button
              type="button"
              aria-label={`${text("wishlist.remove_item")}: ${shownTitle(item)}`}
              disabled={removing}
              onClick={remove}
              className={menuItemStyle}
            >
              <Trash2 aria-hidden className="size-4" />
              {text("wishlist.remove_item")}
            </button>
          </Menu>
          {editing && <ItemDialog list={list} item={item} texts={texts} onClose={() => setEditing(false)} />}
        </>
      }
    />
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
        : text("wishlist.priority_number", { number: priority });
  return (
    <Badge tone={priority > 0 ? "warning" : "neutral"} className="h-4 px-1">
      {label}
    </Badge>
  );
}

/** Edits the notes of a game on a list, and on the wishlist its priority. */
function ItemDialog({
  list,
  item,
  texts,
  onClose,
}: Pick<ListItemRowProps, "list" | "item" | "texts"> & { onClose: () => void }) {
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
        <p className="text-muted">
          <GameTitle game={item} />
        </p>
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
        <FormButtons
          submit={text(form.sending ? "wishlist.saving_item" : "wishlist.save_item")}
          disabled={form.sending}
          cancel={text("wishlist.cancel")}
          onCancel={onClose}
        />
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
