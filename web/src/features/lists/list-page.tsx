import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { maxNotesLength } from "contract/lists/rules.ts";
import type { ListShare, UserList } from "contract/lists/schema.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import Pencil from "lucide-react/icons/pencil";
import SearchX from "lucide-react/icons/search-x";
import Share2 from "lucide-react/icons/share-2";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { BasketPanel } from "./basket-panel.tsx";
import { ListBadges } from "./list-badges.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { ListGames } from "./list-games.tsx";
import type { ListState } from "./list-search.ts";
import { gamesText, useListsText } from "./lists-text.ts";
import { ItemSkeletons, ListsPending } from "./pending.tsx";
import { basketQueries, itemsQuery, listQuery } from "./queries.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { useListChanges } from "./use-list-changes.ts";

interface ListPageProps {
  id: number;
  state: ListState;
}

/** One of the user's lists (spec/lists 3.2). */
export function ListPage({ id, state }: ListPageProps) {
  const text = useListsText();
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
        {wishlistFailure(error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!data) return <ListsPending />;
  const { list, share } = data;
  return (
    <div className="page-width py-4 sm:py-6">
      <ListHeader list={list} share={share} />
      {list.total === 0 ? (
        <Notice
          icon={Gamepad2}
          title={text("lists.empty_list_title")}
          actions={
            <Link to="/games" className={buttonStyle("primary")}>
              {text("lists.browse")}
            </Link>
          }
        >
          {text("lists.empty_list_text")}
        </Notice>
      ) : (
        <div className="mt-5 grid gap-x-8 gap-y-5 sm:mt-6 sm:gap-y-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
          <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2">
            <BasketPanel queries={basketQueries(call, id, country)} />
          </div>
          <Games id={id} state={state} />
        </div>
      )}
    </div>
  );
}

function Games({ id, state }: ListPageProps) {
  const text = useListsText();
  const call = useCall();
  const country = useCountry();
  const query = useQuery({ ...itemsQuery(call, id, state, country), placeholderData: keepPreviousData });
  if (query.error && (!query.data || query.isPlaceholderData)) {
    return (
      <FailureNotice title={text("lists.items_failed")} retry={text("status.retry")} onRetry={query.refetch}>
        {wishlistFailure(query.error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!query.data) return <ItemSkeletons />;
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
          explain={(error) => wishlistFailure(error, text("lists.delete_failed"))}
          onClose={close}
        >
          <span className="break-words">{text("lists.delete_text", { name: list.name })}</span>
        </ConfirmDialog>
      )}
    </header>
  );
}
