import { accountProblems, birthdayProblem, emailProblem, maySeeExplicit } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import MailWarning from "lucide-static/icons/mail-warning.svg?react";
import Pencil from "lucide-static/icons/pencil.svg?react";
import { type ReactNode, useState } from "react";
import { setUser, useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { useErrorReader } from "../../page/read-error.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { accountType } from "../accounts/account-type.ts";
import { profileProblem } from "../accounts/form-problems.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { NotReauthenticated, useReauthentication } from "../accounts/reauthentication.tsx";
import { today } from "../accounts/today.ts";

interface ProfileDetailsProps {
  user: User;
  /** Whether the form has just saved them. */
  saved: boolean;
  onEdit: () => void;
}

/** The user's data, read-only. */
export function ProfileDetails({ user, saved, onEdit }: ProfileDetailsProps) {
  const language = useLanguage();
  const text = useAccountText();
  const missing = text("profile.not_set");
  const facts = [
    [text("profile.username"), user.username],
    [text("profile.display_name"), user.displayName || missing],
    [text("account.email"), user.email || missing],
    [text("profile.birthday"), user.birthday ? language.date(user.birthday) : missing],
    [text("profile.member_since"), language.date(user.createdAt)],
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

interface ProfileFormProps {
  user: User;
  onCancel: () => void;
  onSaved: () => void;
}

/** Edits the profile. Starts from the user's data each time it opens. */
export function ProfileForm({ user, onCancel, onSaved }: ProfileFormProps) {
  const text = useAccountText();
  const read = useErrorReader();
  const call = useCall();
  const { confirmed, dialog } = useReauthentication(user);
  const [email, setEmail] = useState(user.email ?? "");
  const [birthday, setBirthday] = useState(user.birthday ?? "");
  const [explicit, setExplicit] = useState(user.showExplicitContent);
  const [reason, setReason] = useState<string>();
  const isAdult = maySeeExplicit(birthday || null, today());
  const needsPassword = user.hasPassword && isOtherAddress(email, user);
  const form = useForm({
    check: ({ email, birthday, currentPassword }) => {
      setReason(undefined);
      return fieldProblems({
        email: email?.trim() ? emailProblem(email.trim()) : user.email !== null && accountProblems.emailMissing,
        currentPassword: needsPassword && !currentPassword && accountProblems.currentPasswordMissing,
        birthday: birthday ? birthdayProblem(birthday, today()) : null,
      });
    },
    send: async ({ displayName = "", email = "", currentPassword, birthday = "", showExplicitContent }) => {
      const body = {
        displayName: displayName.trim() || null,
        // a Steam account may still have no email address
        email: email.trim() || undefined,
        currentPassword,
        birthday: birthday || null,
        showExplicitContent: showExplicitContent !== undefined,
      };
      const { user: updated } = await confirmed(() => call("PUT /api/auth/profile", { body }));
      setUser(updated);
      onSaved();
    },
    explain: (error) => {
      if (error instanceof NotReauthenticated) return {};
      const problem = profileProblem(error, text("profile.update_refused"));
      // field errors are not repeated in the box
      setReason(Object.keys(problem.fields).length > 0 ? undefined : problem.reason);
      return { box: text("profile.update_failed"), fields: problem.fields };
    },
  });
  return (
    <>
      {dialog}
      <form {...form.formProps} className="mt-4 grid gap-5">
        {form.box && (
          <ErrorBox {...form.boxProps}>
            {form.box}
            {reason && <span className="block text-sm">{reason}</span>}
          </ErrorBox>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.fieldProps("displayName")}
            label={text("profile.display_name")}
            hint={text("profile.display_name_hint")}
            defaultValue={user.displayName ?? ""}
            maxLength={64}
            autoComplete="nickname"
            autoFocus
          />
          <TextField
            {...form.fieldProps("email")}
            label={text("account.email")}
            hint={text("profile.email_hint")}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            autoComplete="email"
            autoCapitalize="none"
          />
          {needsPassword && (
            <PasswordField
              {...form.fieldProps("currentPassword")}
              label={text("profile.current_password")}
              hint={text("profile.current_password_hint")}
              autoComplete="current-password"
              required
            />
          )}
          <TextField
            {...form.fieldProps("birthday")}
            label={text("profile.birthday")}
            type="date"
            max={today()}
            value={birthday}
            onChange={(event) => setBirthday(event.target.value)}
            autoComplete="bday"
          />
        </div>
        <Checkbox
          {...form.fieldProps("showExplicitContent")}
          label={text("profile.explicit")}
          hint={isAdult ? text("profile.explicit_hint") : read(accountProblems.explicitTooYoung)}
          disabled={!isAdult}
          checked={isAdult && explicit}
          onChange={(event) => setExplicit(event.target.checked)}
        />
        <FormButtons
          submit={text(form.sending ? "profile.saving" : "profile.save")}
          disabled={form.sending}
          cancel={text("profile.cancel")}
          onCancel={onCancel}
        />
      </form>
    </>
  );
}

/** Whether the typed address differs from the account's, ignoring case. */
function isOtherAddress(typed: string, { email }: User): boolean {
  const address = typed.trim().toLowerCase();
  return address !== "" && address !== email?.toLowerCase();
}
