import { accountProblems } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import KeyRound from "lucide-static/icons/key-round.svg?react";
import { useCallback, useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { withBase } from "../../api/base-path.ts";
import { useCall } from "../../api/session.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useAccountText } from "./account-text.ts";
import { profileProblem } from "./form-problems.ts";
import { getPasskey, usePasskeyFailure, usePasskeySupport } from "./passkeys.ts";
import { CodeField, PasswordField } from "./password-field.tsx";

/** Thrown when the user closes the dialog; needs no error message. */
export class NotReauthenticated extends Error {}

/**
 * For calls that may require reauthentication. `confirmed` makes the call, shows the dialog when required, and repeats
 * it; it rejects with `NotReauthenticated` when the dialog is closed. Render the dialog outside of forms.
 */
export function useReauthentication(user: User) {
  const [pending, setPending] = useState<{ resolve: () => void; reject: (reason: Error) => void }>();

  const confirmed = useCallback(async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (!failedWith(error, "reauthentication_required")) throw error;
    }
    await new Promise<void>((resolve, reject) => setPending({ resolve, reject })).finally(() => setPending(undefined));
    return send();
  }, []);

  const dialog = pending && (
    <ReauthenticationDialog
      user={user}
      onDone={pending.resolve}
      onClose={() => pending.reject(new NotReauthenticated())}
    />
  );
  return { confirmed, dialog };
}

interface ReauthenticationDialogProps {
  user: User;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Re-authenticates before a sensitive change: by the password or the second factor, or by a new sign-in if the user has
 * neither.
 */
function ReauthenticationDialog({ user, onDone, onClose }: ReauthenticationDialogProps) {
  const text = useAccountText();
  const canProve = user.hasPassword || user.hasSecondFactor;
  return (
    <Dialog title={text("profile.reauthenticate")} onClose={onClose}>
      {canProve ? (
        <div className="mt-3 grid gap-4">
          <ProofForm by={user.hasPassword ? "password" : "code"} onDone={onDone} onClose={onClose} />
          {user.hasSecondFactor && <PasskeyProof onDone={onDone} />}
        </div>
      ) : (
        <div className="mt-3 grid gap-5">
          <p className="text-muted">{text("profile.reauthenticate_no_password")}</p>
          <div className="grid gap-2.5">
            {user.linked.map((provider) => (
              <a key={provider} href={withBase(`/api/auth/${provider}`)} className={buttonStyle("secondary")}>
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

interface ProofFormProps {
  by: "password" | "code";
  onDone: () => void;
  onClose: () => void;
}

function ProofForm({ by, onDone, onClose }: ProofFormProps) {
  const text = useAccountText();
  const call = useCall();
  const missing = by === "password" ? accountProblems.passwordMissing : accountProblems.codeMissing;
  const form = useForm({
    check: (values) => fieldProblems({ [by]: !values[by] && missing }),
    send: async (values) => {
      await call("POST /api/auth/reauthenticate", { body: { [by]: values[by] ?? "" } });
      onDone();
    },
    explain: (error) => {
      const { reason, fields } = profileProblem(error, text("profile.reauthenticate_failed"));
      return fields[by] ? { fields } : { box: reason };
    },
  });
  return (
    <form {...form.formProps} className="grid gap-5">
      <p className="text-muted">
        {text(by === "password" ? "profile.reauthenticate_text" : "profile.reauthenticate_code")}
      </p>
      {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
      {by === "password" ? (
        <PasswordField
          {...form.fieldProps("password")}
          label={text("account.password")}
          autoComplete="current-password"
          autoFocus
          required
        />
      ) : (
        <CodeField {...form.fieldProps("code")} autoFocus />
      )}
      <FormButtons
        submit={text("profile.reauthenticate_submit")}
        disabled={form.sending}
        cancel={text("profile.cancel")}
        onCancel={onClose}
      />
    </form>
  );
}

function PasskeyProof({ onDone }: { onDone: () => void }) {
  const text = useAccountText();
  const call = useCall();
  const { run, failure } = useAction(usePasskeyFailure());
  const prove = async () => {
    const { options } = await call("POST /api/auth/passkeys/options", {});
    await call("POST /api/auth/reauthenticate", { body: { credential: await getPasskey(options) } });
    onDone();
  };
  if (!usePasskeySupport()) return null;
  return (
    <>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button kind="quiet" size="small" onClick={() => run(prove)}>
        <KeyRound aria-hidden className="size-4" />
        {text("factor.use_passkey")}
      </Button>
    </>
  );
}
