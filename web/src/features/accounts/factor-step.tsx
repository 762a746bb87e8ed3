import { accountProblems } from "contract/accounts/rules.ts";
import type { FactorChallenge, PasskeyCredential, User } from "contract/accounts/schema.ts";
import KeyRound from "lucide-static/icons/key-round.svg?react";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useCall } from "../../api/session.ts";
import { type FormProblems, fieldProblems, useForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { AccountCard } from "./account-layout.tsx";
import { useAccountText } from "./account-text.ts";
import { loginProblem } from "./form-problems.ts";
import { getPasskey, usePasskeyFailure, usePasskeySupport } from "./passkeys.ts";
import { CodeField } from "./password-field.tsx";

interface FactorStepProps {
  challenge: FactorChallenge;
  onSignedIn: (signedIn: { token: string; user: User }) => Promise<void>;
  /** Back to the first step, with the reason if the challenge has expired. */
  onBack: (reason?: string) => void;
}

/** The second step of a sign-in. */
export function FactorStep({ challenge: { challenge, factors, passkeyOptions }, onSignedIn, onBack }: FactorStepProps) {
  const text = useAccountText();
  const call = useCall();
  const hasApp = factors.includes("totp");
  const [recovery, setRecovery] = useState(!hasApp && !passkeyOptions);
  const explainPasskey = usePasskeyFailure();
  const hasPasskeys = usePasskeySupport();
  const [passkeyFailure, setPasskeyFailure] = useState<string>();

  const submitFactor = async (proof: { code: string } | { credential: PasskeyCredential }) =>
    onSignedIn(await call("POST /api/auth/login/factor", { body: { challenge, ...proof } }));
  const explain = (error: unknown): FormProblems => {
    const problem = loginProblem(error, text("factor.failed"));
    if (error instanceof ApiError && error.details.some(({ path }) => path === "challenge")) onBack(problem.box);
    return error instanceof ApiError && error.status === 401 ? { fields: { code: problem.box ?? "" } } : problem;
  };
  const form = useForm({
    check: ({ code }) => fieldProblems({ code: !code?.trim() && accountProblems.codeMissing }),
    send: ({ code = "" }) => submitFactor({ code }),
    explain,
  });
  const completeByPasskey = async () => {
    setPasskeyFailure(undefined);
    try {
      await submitFactor({ credential: await getPasskey(passkeyOptions ?? {}) });
    } catch (error) {
      if (error instanceof ApiError) explain(error);
      setPasskeyFailure(explainPasskey(error));
    }
  };

  return (
    <AccountCard title={text("factor.title")} subtitle={text("factor.subtitle")}>
      <div className="grid gap-5">
        {passkeyFailure && <ErrorBox>{passkeyFailure}</ErrorBox>}
        {passkeyOptions && hasPasskeys && (
          <Button kind={hasApp ? "secondary" : "primary"} onClick={completeByPasskey}>
            <KeyRound aria-hidden className="size-4" />
            {text("factor.use_passkey")}
          </Button>
        )}
        {(hasApp || recovery) && (
          <form {...form.formProps} className="grid gap-5">
            {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
            <CodeField key={String(recovery)} {...form.fieldProps("code")} recovery={recovery} autoFocus />
            <Button kind="primary" type="submit" disabled={form.sending}>
              {text(form.sending ? "factor.submitting" : "factor.submit")}
            </Button>
          </form>
        )}
        <div className="flex flex-wrap justify-between gap-2">
          {factors.includes("recovery_code") && (hasApp || !recovery) && (
            <Button kind="quiet" size="small" onClick={() => setRecovery(!recovery)}>
              {text(recovery ? "factor.use_code" : "factor.use_recovery")}
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => onBack()}>
            {text("factor.back")}
          </Button>
        </div>
      </div>
    </AccountCard>
  );
}
