import { Link, useNavigate } from "@tanstack/react-router";
import type { ListShare, UserList } from "contract/lists/schema.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Pencil from "lucide-react/icons/pencil";
import Share2 from "lucide-react/icons/share-2";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { gamesText, useListsText } from "../lists-text.ts";
import { useListChanges } from "../use-list-changes.ts";
import { ListBadges } from "./list-badges.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

/** Name, description and kind of a list, and the actions on it as a whole. */
export function ListHeader({ list, share }: { list: UserList; share: ListShare | null }) {
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
