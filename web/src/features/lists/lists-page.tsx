import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { UserList } from "contract/lists/schema.ts";
import ListChecks from "lucide-static/icons/list-checks.svg?react";
import ListPlus from "lucide-static/icons/list-plus.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import { type ReactNode, useState } from "react";
import { useCall, useViewer } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import { GameArt } from "../images/game-art.tsx";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { ListDialog } from "./list-dialog.tsx";
import { defaultSortOf } from "./list-games.tsx";
import { ListBadges, ListPage } from "./list-page.tsx";
import { readListState } from "./list-search.ts";
import { gamesText, useListsText } from "./lists-text.ts";
import { ListsPending } from "./pending.tsx";
import { listsQuery } from "./queries.ts";
import { useListChanges } from "./use-list-changes.ts";

interface OwnListsPageProps {
  /** From the address; without one all lists are shown. */
  id: string | undefined;
  search: object;
}

/** The user's lists, or one of them. */
export function OwnListsPage({ id, search }: OwnListsPageProps) {
  return (
    <SignedIn>
      {id === undefined ? (
        <ListsPage />
      ) : (
        <ListPage key={id} id={Number(id)} state={readListState({ ...search }, defaultSortOf(Number(id)))} />
      )}
    </SignedIn>
  );
}

/** Shows its children to signed-in users, and a sign-in prompt to others. */
function SignedIn({ children }: { children: ReactNode }) {
  const text = useListsText();
  const viewer = useViewer();
  if (viewer === "unknown") return <ListsPending />;
  if (viewer !== null) return children;
  return (
    <Notice
      level={1}
      icon={ListChecks}
      title={text("lists.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("lists.denied_text")}
    </Notice>
  );
}

/** The user's lists (spec/lists 3.1). */
function ListsPage() {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const navigate = useNavigate();
  const { create } = useListChanges();
  const { data: lists, error, refetch } = useQuery(listsQuery(useCall()));
  const [creating, setCreating] = useState(false);
  if (error && !lists) {
    return (
      <FailureNotice level={1} title={text("lists.error_title")} retry={text("status.retry")} onRetry={refetch}>
        {failureOf(error, text("lists.load_failed"))}
      </FailureNotice>
    );
  }
  if (!lists) return <ListsPending />;
  const newButton = (
    <Button kind="primary" aria-haspopup="dialog" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4.5" />
      {text("lists.new")}
    </Button>
  );
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-xl sm:text-2xl">{text("lists.title")}</h1>
          <p className="mt-1 max-w-prose text-muted">{text("lists.intro")}</p>
        </div>
        {lists.length > 0 && newButton}
      </div>
      {lists.length === 0 ? (
        <Notice icon={ListPlus} title={text("lists.empty_title")} actions={newButton}>
          {text("lists.empty_text")}
        </Notice>
      ) : (
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {lists.map((list) => (
            <li key={list.id}>
              <ListCard list={list} />
            </li>
          ))}
        </ul>
      )}
      {creating && (
        <ListDialog
          title={text("lists.new")}
          action={text("lists.create")}
          onSave={async (fields) => {
            const { list } = await create(fields);
            await navigate({ to: "/lists/{-$id}", params: { id: String(list.id) } });
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}

/** A list by its name and its first games; the name's link covers the card. */
function ListCard({ list }: { list: UserList }) {
  const text = useListsText();
  return (
    <article
      className={
        "relative grid h-full content-start overflow-hidden rounded-lg border border-border bg-raised " +
        "transition-colors hover:border-border-strong"
      }
    >
      <Covers gameIds={list.game_ids} />
      <div className="p-4">
        <h2 className="text-md font-medium break-words">
          <Link
            to="/lists/{-$id}"
            params={{ id: String(list.id) }}
            className="after:absolute after:inset-0 focus-visible:outline-offset-0"
          >
            {list.name}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
          <span className="figures">{gamesText(text, list.total)}</span>
          <ListBadges list={list} />
        </p>
      </div>
    </article>
  );
}

/** Four slots for covers, some of which may be empty. */
function Covers({ gameIds }: { gameIds: readonly number[] }) {
  return (
    <div aria-hidden className="grid grid-cols-4 gap-px bg-sunken">
      {[0, 1, 2, 3].map((place) => {
        const gameId = gameIds[place];
        return gameId === undefined ? (
          <span key={place} className="aspect-[2/3]" />
        ) : (
          <GameArt
            key={place}
            gameId={gameId}
            version={null}
            alt={null}
            variant="portrait"
            sizes="112px"
            className="aspect-[2/3]"
          />
        );
      })}
    </div>
  );
}
