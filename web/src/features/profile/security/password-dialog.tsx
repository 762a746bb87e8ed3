import { accountProblems, passwordProblem } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useCall } from "../../../api/session.ts";
import { fieldProblems, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useAccountText } from "../../accounts/account-text.ts";
import { profileProblem } from "../../accounts/form-problems.ts";
import { PasswordField } from "../../accounts/password-field.tsx";

interface PasswordDialogProps {
  user: User;
  /** Makes a call that may need a re-authentication. */
  confirmed: <T>(send: () => Promise<T>) => Promise<T>;
  onSaved: () => void;
  onClose: () => void;
}

/** Changes the password, or sets the first one. */
export function PasswordDialog({ user, confirmed, onSaved, onClose }: PasswordDialogProps) {
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
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "security.saving" : "profile.save")}
          </Button>
          <Button onClick={onClose}>{text("profile.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
