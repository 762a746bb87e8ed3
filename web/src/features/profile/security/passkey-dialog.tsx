import { accountProblems } from "contract/accounts/rules.ts";
import { ApiError } from "../../../api/api-error.ts";
import { useCall } from "../../../api/session.ts";
import { fieldProblems, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAccountText } from "../../accounts/account-text.ts";
import { createPasskey } from "../../accounts/factors/passkeys.ts";
import { usePasskeyFailure } from "../../accounts/factors/use-passkey-failure.ts";
import { profileProblem } from "../../accounts/form-problems.ts";

interface PasskeyDialogProps {
  options: Readonly<Record<string, unknown>>;
  /** With new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Names a passkey and lets the browser create it. */
export function PasskeyDialog({ options, onAdded, onClose }: PasskeyDialogProps) {
  const text = useAccountText();
  const call = useCall();
  const explainPasskey = usePasskeyFailure();
  const form = useForm({
    check: ({ name }) => fieldProblems({ name: !name?.trim() && accountProblems.factorNameMissing }),
    send: async ({ name = "" }) => {
      const credential = await createPasskey(options);
      const { recoveryCodes } = await call("POST /api/auth/factors/passkeys", { body: { name, credential } });
      onAdded(recoveryCodes);
    },
    explain: (error) => {
      if (!(error instanceof ApiError)) return { box: explainPasskey(error) };
      const { reason, fields } = profileProblem(error, text("security.failed"));
      return fields.name ? { fields } : { box: reason };
    },
  });
  return (
    <Dialog title={text("security.add_passkey")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        <p className="text-muted">{text("security.passkey_text")}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("name")}
          label={text("security.passkey_name")}
          hint={text("security.passkey_name_hint")}
          autoComplete="off"
          autoFocus
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text("security.passkey_create")}
          </Button>
          <Button onClick={onClose}>{text("profile.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
