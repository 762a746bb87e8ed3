import { keyProblems } from "contract/accounts/key-rules.ts";
import { scopeTexts } from "contract/content-strings/defaults/personal/keys.ts";
import { scopes } from "contract/scopes.ts";
import { useCall } from "../../../api/session.ts";
import { fieldProblems, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { profileProblem } from "../../accounts/form-problems.ts";
import { NotReauthenticated } from "../../accounts/reauthentication/use-reauthentication.tsx";
import { useKeyText } from "./key-text.ts";

interface CreateKeyDialogProps {
  /** Makes a call that may need a re-authentication. */
  confirmed: <T>(send: () => Promise<T>) => Promise<T>;
  onCreated: (token: string) => void;
  onClose: () => void;
}

/** Sets the name and scopes of a new key. */
export function CreateKeyDialog({ confirmed, onCreated, onClose }: CreateKeyDialogProps) {
  const text = useKeyText();
  const call = useCall();
  const form = useForm({
    check: (values) =>
      fieldProblems({
        name: !values.name?.trim() && keyProblems.nameMissing,
        [scopes[0]]: !scopes.some((scope) => values[scope]) && keyProblems.scopesMissing,
      }),
    send: async (values) => {
      const body = { name: values.name ?? "", scopes: scopes.filter((scope) => values[scope]) };
      onCreated((await confirmed(() => call("POST /api/keys", { body }))).token);
    },
    explain: (error) => {
      if (error instanceof NotReauthenticated) return {};
      const { reason, fields } = profileProblem(error, text("keys.failed"));
      return fields.name ? { fields } : { box: reason };
    },
  });
  return (
    <Dialog title={text("keys.create")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("name")}
          label={text("keys.name")}
          hint={text("keys.name_hint")}
          autoComplete="off"
          autoFocus
          required
        />
        <fieldset className="grid gap-3">
          <legend className="mb-3 text-sm font-medium">{text("keys.scopes")}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              {...form.checkboxProps(scope)}
              label={text(scopeTexts[scope])}
              defaultChecked={scope === "read:catalogue"}
              value="on"
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "keys.submitting" : "keys.submit")}
          </Button>
          <Button onClick={onClose}>{text("profile.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
