import { accountProblems, passwordProblem } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { refreshCurrentUser } from "../../api/current-user.ts";
import { useCall } from "../../api/session.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { profileProblem } from "../accounts/form-problems.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { useReauthentication } from "../accounts/reauthentication.tsx";
import { SecondFactors } from "./second-factors.tsx";

/** Password and second factors of the account. */
export function Security({ user }: { user: User }) {
  const text = useAccountText();
  const call = useCall();
  const { confirmed, dialog } = useReauthentication(user);
  const [changing, setChanging] = useState(false);
  const [saved, setSaved] = useState(false);
  const action = text(user.hasPassword ? "security.change_password" : "security.set_password");
  return (
    <section
      id="security"
      aria-labelledby="security-title"
      className="scroll-mt-24 rounded-lg border border-border bg-raised p-5 sm:p-6"
    >
      <h2 id="security-title" className="text-lg">
        {text("security.title")}
      </h2>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="text-base font-medium">{text("security.password")}</h3>
          <p className="mt-0.5 text-sm text-muted">
            {text(user.hasPassword ? "security.password_text" : "security.no_password_text")}
          </p>
        </div>
        <Button size="small" onClick={() => setChanging(true)}>
          {action}
        </Button>
      </div>
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {saved && text("security.password_saved")}
      </p>
      <SecondFactors confirmed={confirmed} />
      {changing && (
        <PasswordDialog
          user={user}
          confirmed={confirmed}
          onSaved={() => {
            setChanging(false);
            setSaved(true);
            void refreshCurrentUser(call);
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {dialog}
    </section>
  );
}

interface PasswordDialogProps {
  user: User;
  /** Makes a call that may need a re-authentication. */
  confirmed: <T>(send: () => Promise<T>) => Promise<T>;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes the password, or sets the first one. */
function PasswordDialog({ user, confirmed, onSaved, onClose }: PasswordDialogProps) {
  const text = useAccountText();
  const call = useCall();
  const form = useForm({
    check: ({ currentPassword, newPassword = "", repeated }) =>
      fieldProblems({
        currentPassword: user.hasPassword && !currentPassword && accountProblems.currentPasswordMissing,
        newPassword: passwordProblem(newPassword),
        repeated: newPassword !== repeated && accountProblems.passwordsDiffer,
      }),
    send: async ({ currentPassword, newPassword = "" }) => {
      const body = { newPassword, ...(user.hasPassword && { currentPassword: currentPassword ?? "" }) };
      await confirmed(() => call("POST /api/auth/password", { body }));
      onSaved();
    },
    explain: (error) => {
      const { reason, fields } = profileProblem(error, text("security.password_failed"));
      return Object.keys(fields).length > 0 ? { fields } : { box: reason };
    },
  });
  return (
    <Dialog title={text(user.hasPassword ? "security.change_password" : "security.set_password")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <input type="hidden" name="username" autoComplete="username" value={user.email ?? user.username} />
        {user.hasPassword && (
          <PasswordField
            {...form.fieldProps("currentPassword")}
            label={text("profile.current_password")}
            autoComplete="current-password"
            required
          />
        )}
        <PasswordField
          {...form.fieldProps("newPassword")}
          label={text("security.new_password")}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.fieldProps("repeated")}
          label={text("security.repeat_password")}
          autoComplete="new-password"
          required
        />
        <FormButtons
          submit={text(form.sending ? "security.saving" : "profile.save")}
          disabled={form.sending}
          cancel={text("profile.cancel")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
