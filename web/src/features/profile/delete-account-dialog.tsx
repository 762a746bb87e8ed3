import { accountProblems } from "contract/accounts/rules.ts";
import { useCall } from "../../api/session.ts";
import { useLocalSignOut } from "../../api/sign-out.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { detailedProblem } from "../accounts/form-problems.ts";
import { PasswordField } from "../accounts/password-field.tsx";

/** Requires the password before the account is deleted (spec/accounts 9.5). */
export function DeleteAccountDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const text = useAccountText();
  const call = useCall();
  const signOutHere = useLocalSignOut();
  const form = useForm({
    check: ({ password }) => fieldProblems({ password: hasPassword && !password && accountProblems.passwordMissing }),
    send: async ({ password = "" }) => {
      await call("DELETE /api/auth/account", { body: { password } });
      await signOutHere();
    },
    explain: (error) => detailedProblem(error, text("profile.delete_failed")),
  });
  return (
    <Dialog title={text("profile.delete_question")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        <p className="text-muted">{text("profile.delete_warning")}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        {hasPassword ? (
          <PasswordField
            {...form.fieldProps("password")}
            label={text("profile.delete_password")}
            autoComplete="current-password"
            required
          />
        ) : (
          <p>{text("profile.delete_no_password")}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button kind="danger" type="submit" disabled={form.sending}>
            {text(form.sending ? "profile.deleting" : "profile.delete_submit")}
          </Button>
          <Button onClick={onClose}>{text("profile.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
