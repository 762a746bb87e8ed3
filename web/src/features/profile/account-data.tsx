import { accountProblems } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import Download from "lucide-static/icons/download.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useState } from "react";
import { useCall } from "../../api/session.ts";
import { useLocalSignOut } from "../../api/sign-out.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { saveJson } from "../../page/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useAccountText } from "../accounts/account-text.ts";
import { detailedProblem } from "../accounts/form-problems.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { NotReauthenticated, useReauthentication } from "../accounts/reauthentication.tsx";
import { today } from "../accounts/today.ts";

/** Export and deletion of the account. */
export function AccountData({ user }: { user: User }) {
  const text = useAccountText();
  const call = useCall();
  const { run, running, failure } = useAction((error) =>
    error instanceof NotReauthenticated ? undefined : text("profile.export_failed"),
  );
  const { confirmed, dialog } = useReauthentication(user);
  const [deleting, setDeleting] = useState(false);

  const exportData = async () => {
    saveJson(await confirmed(() => call("GET /api/auth/export", {})), `${user.username}-${today()}.json`);
  };
  return (
    <section aria-labelledby="data" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="data" className="text-lg">
        {text("profile.data")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("profile.export_text")}</p>
      <Button size="small" className="mt-3" disabled={running} onClick={() => run(exportData)}>
        <Download aria-hidden className="size-4" />
        {text(running ? "profile.exporting" : "profile.export")}
      </Button>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <p className="mt-6 text-sm text-muted">{text("profile.delete_text")}</p>
      <Button kind="danger" size="small" className="mt-3" onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden className="size-4" />
        {text("profile.delete")}
      </Button>
      {deleting && <DeleteAccountDialog hasPassword={user.hasPassword} onClose={() => setDeleting(false)} />}
      {dialog}
    </section>
  );
}

/** Requires the password before the account is deleted (spec/accounts 9.5). */
function DeleteAccountDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
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
        <FormButtons
          submit={text(form.sending ? "profile.deleting" : "profile.delete_submit")}
          kind="danger"
          disabled={form.sending}
          cancel={text("profile.cancel")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
