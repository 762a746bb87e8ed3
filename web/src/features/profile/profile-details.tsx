import type { User } from "contract/accounts/schema.ts";
import { formatDate } from "contract/core/dates.ts";
import MailWarning from "lucide-react/icons/mail-warning";
import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import { setUser, useCall } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { accountType } from "../accounts/account-type.ts";

interface ProfileDetailsProps {
  user: User;
  /** Whether the form has just saved them. */
  saved: boolean;
  onEdit: () => void;
}

/** The user's data, read-only. */
export function ProfileDetails({ user, saved, onEdit }: ProfileDetailsProps) {
  const text = useAccountText();
  const missing = text("profile.not_set");
  const facts = [
    [text("profile.username"), user.username],
    [text("profile.display_name"), user.displayName || missing],
    [text("account.email"), user.email || missing],
    [text("profile.birthday"), user.birthday ? formatDate(user.birthday) : missing],
    [text("profile.member_since"), formatDate(user.createdAt)],
    [text("profile.account_type"), text(`profile.type.${accountType(user)}`)],
    [text("profile.explicit"), text(user.showExplicitContent ? "profile.explicit_on" : "profile.explicit_off")],
  ] as const;
  return (
    <>
      <EmailNotices user={user} />
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="mt-0.5 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {/* the focus returns to the button when the form closes */}
        <Button onClick={onEdit} autoFocus={saved}>
          <Pencil aria-hidden className="size-4" />
          {text("profile.edit")}
        </Button>
        <p role="status" className="text-positive">
          {saved && text("profile.saved")}
        </p>
      </div>
    </>
  );
}

/** Email addresses that await confirmation. */
function EmailNotices({ user }: { user: User }) {
  const text = useAccountText();
  const call = useCall();
  const [state, setState] = useState<"idle" | "sending" | "sent" | "send_failed" | "cancel_failed">("idle");
  // a user stored by an earlier version lacks the field until the next check
  const unverified = user.emailVerified === false ? user.email : null;
  if (!unverified && !user.pendingEmail) return null;

  const resend = async () => {
    setState("sending");
    try {
      await call("POST /api/auth/email/resend", {});
      setState("sent");
    } catch {
      setState("send_failed");
    }
  };
  const cancel = async () => {
    setState("sending");
    try {
      await call("DELETE /api/auth/email/pending", {});
      setState("idle");
      setUser({ ...user, pendingEmail: null });
    } catch {
      setState("cancel_failed");
    }
  };
  const resendButton = (
    <Button size="small" disabled={state === "sending"} onClick={resend}>
      {text(state === "sending" ? "profile.resending" : "profile.resend")}
    </Button>
  );
  return (
    <div className="mt-4 grid gap-3">
      {unverified && (
        <EmailNotice actions={!user.pendingEmail && resendButton}>
          {text("profile.unverified", { email: unverified })}
        </EmailNotice>
      )}
      {user.pendingEmail && (
        <EmailNotice
          actions={
            <>
              {resendButton}
              <Button size="small" disabled={state === "sending"} onClick={cancel}>
                {text("profile.cancel_change")}
              </Button>
            </>
          }
        >
          {text("profile.pending", { email: user.pendingEmail })}
        </EmailNotice>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === "sent" && text("profile.resent")}
      </p>
      {state === "send_failed" && <ErrorBox>{text("profile.resend_failed")}</ErrorBox>}
      {state === "cancel_failed" && <ErrorBox>{text("profile.cancel_change_failed")}</ErrorBox>}
    </div>
  );
}

function EmailNotice({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-border bg-sunken px-3.5 py-3 text-sm">
      <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 gap-2.5">
        <p className="wrap-anywhere">{children}</p>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
