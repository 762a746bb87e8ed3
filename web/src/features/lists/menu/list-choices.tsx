import { useQuery } from "@tanstack/react-query";
import type { UserList } from "contract/lists/schema.ts";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { PathLink } from "../../../page/path-link.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { useListsText } from "../lists-text.ts";
import { ListDialog } from "../own/list-dialog.tsx";
import { listsQuery } from "../queries.ts";
import { useListChanges } from "../use-list-changes.ts";

/** The user's lists, each with a checkbox for whether the game is on it. */
export function ListChoices({ gameId }: { gameId: number }) {
  const text = useListsText();
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
      setMessage(wishlistFailure(failure, text("lists.add_failed")));
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
          {wishlistFailure(error, text("lists.error_title"))}
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
