import { accountProblems } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useCall } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { fieldProblems, profileProblem } from "../accounts/form-problems.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { useAccountForm } from "../accounts/use-account-form.ts";

interface ReauthenticationDialogProps {
  user: User;
  onDone: () => void;
  onClose: () => void;
}

/** Reauthenticates before a sensitive change: with the password, or with a new sign-in where there is none. */
export function ReauthenticationDialog({ user, onDone, onClose }: ReauthenticationDialogProps) {
  const text = useAccountText();
  return (
    <Dialog title={text("profile.reauthenticate")} onClose={onClose}>
      {user.hasPassword ? (
        <PasswordForm onDone={onDone} onClose={onClose} />
      ) : (
        <div className="mt-3 grid gap-5">
          <p className="text-muted">{text("profile.reauthenticate_no_password")}</p>
          <div className="grid gap-2.5">
            {user.linked.map((provider) => (
              <a key={provider} href={`/api/auth/${provider}`} className={buttonStyle("secondary")}>
                {text(`account.with_${provider}`)}
              </a>
            ))}
            <Button onClick={onClose}>{text("profile.cancel")}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function PasswordForm({ onDone, onClose }: Omit<ReauthenticationDialogProps, "user">) {
  const text = useAccountText();
  const call = useCall();
  const form = useAccountForm({
    check: ({ password }) => fieldProblems({ password: !password && accountProblems.passwordMissing }),
    send: async ({ password = "" }) => {
      await call("POST /api/auth/reauthenticate", { body: { password } });
      onDone();
    },
    explain: (error) => {
      const { reason, fields } = profileProblem(error, text("profile.reauthenticate_failed"));
      return fields.password ? { fields } : { box: reason };
    },
  });
  return (
    <form {...form.formProps} className="mt-3 grid gap-5">
      <p className="text-muted">{text("profile.reauthenticate_text")}</p>
      {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
      <PasswordField
        {...form.fieldProps("password")}
        label={text("account.password")}
        autoComplete="current-password"
        autoFocus
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" disabled={form.sending}>
          {text("profile.reauthenticate_submit")}
        </Button>
        <Button onClick={onClose}>{text("profile.cancel")}</Button>
      </div>
    </form>
  );
}
