import { sharedPath } from "contract/lists/rules.ts";
import type { ListShare, UserList } from "contract/lists/schema.ts";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { useViewer } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { wishlistFailure } from "../wishlist/wishlist-failure.ts";
import { useListsText } from "./lists-text.ts";
import { useListChanges } from "./use-list-changes.ts";

interface ShareDialogProps {
  list: UserList;
  share: ListShare | null;
  onClose: () => void;
}

/** Creates, shows and removes the link of a list, and explains what its recipients see. */
export function ShareDialog({ list, share, onClose }: ShareDialogProps) {
  const text = useListsText();
  const viewer = useViewer();
  const changes = useListChanges();
  const [chosen, setChosen] = useState({ notes: share?.notes ?? false, name: share?.name ?? true });
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const displayName = viewer === "unknown" ? null : viewer?.displayName;

  const run = async (change: () => Promise<unknown>) => {
    setRunning(true);
    setFailure(undefined);
    try {
      await change();
    } catch (error) {
      setFailure(wishlistFailure(error, text("lists.share_failed")));
    } finally {
      setRunning(false);
    }
  };
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
  const [copiedToken, setCopiedToken] = useState<string>();
  const address = new URL(sharedPath(token), location.origin).href;
  const copied = copiedToken === token;
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
      <Button
        className="shrink-0"
        onClick={() =>
          navigator.clipboard.writeText(address).then(
            () => setCopiedToken(token),
            () => {},
          )
        }
      >
        <Icon aria-hidden className="size-4.5" />
        <span aria-live="polite">{text(copied ? "lists.share_copied" : "lists.share_copy")}</span>
      </Button>
    </div>
  );
}
