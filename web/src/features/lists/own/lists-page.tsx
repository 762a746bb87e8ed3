import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import ListPlus from "lucide-react/icons/list-plus";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { useListsText } from "../lists-text.ts";
import { listsQuery } from "../queries.ts";
import { useListChanges } from "../use-list-changes.ts";
import { ListCard } from "./list-card.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { ListsPending } from "./lists-pending.tsx";

/** The user's lists (spec/lists 3.1). */
export function ListsPage() {
  const text = useListsText();
  const navigate = useNavigate();
  const { create } = useListChanges();
  const { data: lists, error, refetch } = useQuery(listsQuery(useCall()));
  const [creating, setCreating] = useState(false);
  if (error && !lists) {
    return (
      <FailureNotice level={1} title={text("lists.error_title")} retry={text("status.retry")} onRetry={refetch}>
        {wishlistFailure(error, text("lists.load_failed"))}
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
