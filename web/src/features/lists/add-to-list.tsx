import { useQuery } from "@tanstack/react-query";
import type { UserList } from "contract/lists/schema.ts";
import ListPlus from "lucide-static/icons/list-plus.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import { useId, useRef, useState } from "react";
import { useCall } from "../../api/session.ts";
import { PathLink } from "../../page/links.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useOutsideClick } from "../../ui/use-outside-click.ts";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { ListDialog } from "./list-dialog.tsx";
import type { ListMenuProps } from "./list-menu.tsx";
import { useListsText } from "./lists-text.ts";
import { listsQuery } from "./queries.ts";
import { useListChanges } from "./use-list-changes.ts";

/** A button that opens the user's lists with a checkbox each. It stays open for several choices. */
export default function AddToList({ gameId, className }: ListMenuProps) {
  const text = useListsText();
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useOutsideClick(area, open, () => setOpen(false));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the focusable button and items
    <div
      ref={area}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open || (event.target as HTMLElement).closest("dialog")) return;
        setOpen(false);
        opener.current?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        aria-label={text("lists.add")}
        title={text("lists.add")}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className={
          "grid size-10 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-text"
        }
      >
        <ListPlus aria-hidden className="size-5" />
      </button>
      {/* takes the focus from a press on a label, which would close the panel before the click otherwise */}
      <div
        id={panelId}
        tabIndex={-1}
        hidden={!open}
        className={classNames(
          "absolute top-full -end-10 z-30 mt-2 w-72 max-w-[calc(100vw-3rem)] rounded-lg border border-border",
          "bg-raised p-3 shadow-float outline-none",
        )}
      >
        {open && <ListChoices gameId={gameId} />}
      </div>
    </div>
  );
}

/** The user's lists, each with a checkbox for whether the game is on it. */
function ListChoices({ gameId }: { gameId: number }) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const changes = useListChanges();
  const { data: lists, error } = useQuery(listsQuery(useCall(), gameId));
  const [creating, setCreating] = useState(false);
  // optimistic: shown until the refetched lists include it
  const [pending, setPending] = useState<{ id: number; isOn: boolean }>();
  const [message, setMessage] = useState<string>();

  const toggle = async ({ id, name }: UserList, add: boolean) => {
    setPending({ id, isOn: add });
    try {
      await (add ? changes.addGame(id, gameId) : changes.removeGame(id, gameId));
      setMessage(text(add ? "lists.added" : "lists.taken_off", { name }));
    } catch (failure) {
      setMessage(failureOf(failure, text("lists.add_failed")));
    } finally {
      setPending(undefined);
    }
  };
  return (
    <div aria-busy={pending !== undefined} className="grid gap-3">
      <p className="text-sm font-medium">{text("lists.add")}</p>
      {lists ? (
        <ul className="grid max-h-64 gap-2.5 overflow-y-auto empty:hidden">
          {lists.map((list) => (
            <li key={list.id} className="min-w-0">
              <Checkbox
                label={<span className="break-words">{list.name}</span>}
                checked={pending?.id === list.id ? pending.isOn : list.has_game === true}
                onChange={({ target }) => void toggle(list, target.checked)}
              />
            </li>
          ))}
        </ul>
      ) : error ? (
        <p role="alert" className="text-sm">
          {failureOf(error, text("lists.error_title"))}
        </p>
      ) : (
        <Skeleton className="h-16" />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {message}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-border pt-3">
        <Button size="small" aria-haspopup="dialog" onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4" />
          {text("lists.new")}
        </Button>
        <PathLink path="/lists" className="text-sm text-muted underline hover:text-text">
          {text("lists.all")}
        </PathLink>
      </div>
      {creating && (
        <ListDialog
          title={text("lists.new")}
          action={text("lists.create")}
          onSave={async (fields) => {
            const { list } = await changes.create(fields);
            await toggle(list, true);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}
