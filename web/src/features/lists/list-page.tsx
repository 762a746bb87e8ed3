import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { maxNotesLength, sharedPath } from "contract/lists/rules.ts";
import type { ListShare, UserList } from "contract/lists/schema.ts";
import ArrowLeft from "lucide-static/icons/arrow-left.svg?react";
import Check from "lucide-static/icons/check.svg?react";
import Copy from "lucide-static/icons/copy.svg?react";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import Pencil from "lucide-static/icons/pencil.svg?react";
import SearchX from "lucide-static/icons/search-x.svg?react";
import Share2 from "lucide-static/icons/share-2.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { withBase } from "../../api/base-path.ts";
import { useCountry } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { AddGames } from "./add-games.tsx";
import { Basket } from "./basket-panel.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { ListGames } from "./list-games.tsx";
import type { ListState } from "./list-search.ts";
import { gamesText, useListsText } from "./lists-text.ts";
import { ItemSkeletons, ListPending, listLayout } from "./pending.tsx";
import { basketQueries, itemsQuery, listQuery } from "./queries.ts";
import { useListChanges } from "./use-list-changes.ts";

interface ListPageProps {
  id: number;
  state: ListState;
}

/** One of the user's lists (spec/lists 3.2). */
export function ListPage({ id, state }: ListPageProps) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const call = useCall();
  const country = useCountry();
  const { data, error, refetch } = useQuery(listQuery(call, id));
  if (error && failedWith(error, "not_found")) {
    return (
      <Notice
        level={1}
        icon={SearchX}
        title={text("lists.not_found_title")}
        actions={
          <Link to="/lists/{-$id}" params={{ id: undefined }} className={buttonStyle("primary")}>
            {text("lists.all")}
          </Link>
        }
      >
        {text("lists.not_found_text")}
      </Notice>
    );
  }
  if (error && !data) {
    return (
      <FailureNotice level={1} title={text("lists.error_title")} retry={text("status.retry")} onRetry={refetch}>
        {failureOf(error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!data) return <ListPending />;
  const { list, share } = data;
  return (
    <div className="page-width py-4 sm:py-6">
      <ListHeader list={list} share={share} />
      {list.total === 0 ? (
        <Notice
          icon={Gamepad2}
          title={text("lists.empty_list_title")}
          actions={
            <>
              <AddGames list={id} kind="primary" />
              <Link to="/games" className={buttonStyle("secondary")}>
                {text("lists.browse")}
              </Link>
            </>
          }
        >
          {text("lists.empty_list_text")}
        </Notice>
      ) : (
        <div className={listLayout}>
          <Games id={id} state={state} />
          <Basket queries={basketQueries(call, id, country)} />
        </div>
      )}
    </div>
  );
}

function Games({ id, state }: ListPageProps) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const call = useCall();
  const country = useCountry();
  const query = useQuery({ ...itemsQuery(call, id, state, country), placeholderData: keepPreviousData });
  if (query.error && (!query.data || query.isPlaceholderData)) {
    return (
      <FailureNotice title={text("lists.items_failed")} retry={text("status.retry")} onRetry={query.refetch}>
        {failureOf(query.error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!query.data) return <ItemSkeletons toolbar />;
  return (
    <ListGames
      list={id}
      state={state}
      query={query}
      texts={{
        label: text("lists.items"),
        loadFailed: text("lists.items_failed"),
        removed: (title) => text("lists.removed", { title }),
        edit: text("lists.notes_title"),
        notesHint: text("lists.notes_hint", { longest: maxNotesLength }),
        updateFailed: text("lists.update_failed"),
      }}
    />
  );
}

/** Name, description and kind of a list, and the actions on it as a whole. */
function ListHeader({ list, share }: { list: UserList; share: ListShare | null }) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const navigate = useNavigate();
  const { update, remove } = useListChanges();
  const [open, setOpen] = useState<"share" | "edit" | "delete">();
  const close = () => setOpen(undefined);
  return (
    <header className="grid gap-4">
      <Link
        to="/lists/{-$id}"
        params={{ id: undefined }}
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start text-sm text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {text("lists.all")}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-xl break-words sm:text-2xl">{list.name}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
            <span className="figures">{gamesText(text, list.total)}</span>
            <ListBadges list={list} />
          </p>
          {list.description && <p className="mt-3 max-w-prose whitespace-pre-line">{list.description}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => setOpen("share")}>
            <Share2 aria-hidden className="size-4.5" />
            {text("lists.share")}
          </Button>
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen("edit")}>
            <Pencil aria-hidden className="size-4.5" />
            {text("lists.edit")}
          </Button>
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen("delete")}>
            <Trash2 aria-hidden className="size-4.5" />
            {text("lists.delete")}
          </Button>
        </div>
      </div>
      {open === "share" && <ShareDialog list={list} share={share} onClose={close} />}
      {open === "edit" && (
        <ListDialog
          title={text("lists.edit_title")}
          action={text("lists.save")}
          list={list}
          onSave={(fields) => update(list.id, fields, list.version)}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          kind="danger"
          title={text("lists.delete_title")}
          action={text("lists.delete")}
          cancel={text("lists.cancel")}
          onConfirm={async () => {
            await navigate({ to: "/lists/{-$id}", params: { id: undefined } });
            await remove(list.id);
          }}
          explain={(error) => failureOf(error, text("lists.delete_failed"))}
          onClose={close}
        >
          <span className="break-words">{text("lists.delete_text", { name: list.name })}</span>
        </ConfirmDialog>
      )}
    </header>
  );
}

/** What kind of list it is, and whether it is shared. */
export function ListBadges({ list }: { list: Pick<UserList, "is_gift" | "shared"> }) {
  const text = useListsText();
  return (
    <>
      {list.is_gift && <Badge tone="positive">{text("lists.gift_badge")}</Badge>}
      {list.shared && <Badge tone="neutral">{text("lists.shared_badge")}</Badge>}
    </>
  );
}

interface ShareDialogProps {
  list: UserList;
  share: ListShare | null;
  onClose: () => void;
}

/** Creates, shows and removes the link of a list, and explains what its recipients see. */
function ShareDialog({ list, share, onClose }: ShareDialogProps) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const viewer = useViewer();
  const changes = useListChanges();
  const [chosen, setChosen] = useState({ notes: share?.notes ?? false, name: share?.name ?? true });
  const { run, running, failure } = useAction((error) => failureOf(error, text("lists.share_failed")));
  const displayName = viewer === "unknown" ? null : viewer?.displayName;

  const choose = (options: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...options });
    if (!share) return;
    void run(() =>
      changes.changeShare(list.id, options).catch((error) => {
        setChosen(chosen);
        throw error;
      }),
    );
  };
  const createLink = () => run(() => changes.share(list.id, chosen));
  return (
    <Dialog title={text("lists.share_title")} onClose={onClose}>
      <div className="mt-2 grid gap-5">
        <p className="text-muted">{text("lists.share_text")}</p>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        {share?.token && <Address token={share.token} />}
        {share && !share.token && <p>{text("lists.share_unreadable")}</p>}
        <div className="grid gap-3">
          {displayName ? (
            <Checkbox
              label={text("lists.share_name", { name: displayName })}
              checked={chosen.name}
              onChange={({ target }) => choose({ name: target.checked })}
            />
          ) : (
            <p className="text-sm text-muted">{text("lists.share_no_name")}</p>
          )}
          <Checkbox
            label={text("lists.share_notes")}
            checked={chosen.notes}
            onChange={({ target }) => choose({ notes: target.checked })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button kind={share ? "secondary" : "primary"} disabled={running} onClick={createLink}>
            {text(share ? "lists.share_renew" : "lists.share_create")}
          </Button>
          {share && (
            <Button kind="danger" disabled={running} onClick={() => run(() => changes.unshare(list.id))}>
              {text("lists.share_end")}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {text("lists.close")}
          </Button>
        </div>
        {share && <p className="text-sm text-muted">{text("lists.share_renew_hint")}</p>}
      </div>
    </Dialog>
  );
}

/** The address to send to friends, with a button that copies it. */
function Address({ token }: { token: string }) {
  const text = useListsText();
  const { copied: copiedAddress, copy } = useCopy();
  const address = new URL(withBase(sharedPath(token)), location.origin).href;
  const copied = copiedAddress === address;
  const Icon = copied ? Check : Copy;
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="min-w-0 grow"
        label={text("lists.share_address")}
        value={address}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <Button className="shrink-0" onClick={() => copy(address, text("lists.share_address"))}>
        <Icon aria-hidden className="size-4.5" />
        <span aria-live="polite">{text(copied ? "lists.share_copied" : "lists.share_copy")}</span>
      </Button>
    </div>
  );
}
