import { Link, useHydrated, useRouter } from "@tanstack/react-router";
import { accountProblems, passwordProblem } from "contract/accounts/rules.ts";
import CircleCheck from "lucide-static/icons/circle-check.svg?react";
import Unlink from "lucide-static/icons/unlink.svg?react";
import { useState } from "react";
import { clearSession, useCall } from "../../../api/session.ts";
import { heldForm } from "../../../page/early-input.ts";
import { type FormProblems, type FormValues, fieldProblems, useForm } from "../../../page/form.ts";
import { WaitingNote } from "../../../page/script-notes.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle, textLinkStyle } from "../../../ui/button-style.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AccountCard, ScriptNotice } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { detailedProblem } from "../form-problems.ts";
import { PasswordField } from "../password-field.tsx";

/** Sets a new password with the token of a mailed link (spec/accounts 5.3). */
export function ResetPasswordPage() {
  const text = useAccountText();
  const router = useRouter();
  // the server renders one page for all tokens
  const hydrated = useHydrated();
  const [done, setDone] = useState(false);
  const finish = () => {
    setDone(true);
    // the used token must not stay in the history
    void router.navigate({ to: "/reset-password", replace: true });
  };
  if (!done && hydrated && tokenInAddress() === "") {
    return (
      <Notice
        level={1}
        icon={Unlink}
        title={text("reset.no_token_title")}
        actions={
          <Link to="/forgot-password" className={buttonStyle("primary")}>
            {text("reset.ask_again")}
          </Link>
        }
      >
        {text("reset.no_token_text")}
      </Notice>
    );
  }
  if (!done) return <ResetForm onDone={finish} />;
  return (
    <div role="status">
      <Notice
        level={1}
        icon={CircleCheck}
        title={text("reset.done")}
        actions={
          <Link to="/login" replace className={buttonStyle("primary")}>
            {text("login.submit")}
          </Link>
        }
      />
    </div>
  );
}

/** Read without the router, which would treat two tokens as two pages. */
function tokenInAddress(): string {
  return new URLSearchParams(window.location.search).get("token") ?? "";
}

function ResetForm({ onDone }: { onDone: () => void }) {
  const text = useAccountText();
  const call = useCall();
  const form = useForm({
    check: (values) =>
      fieldProblems({
        password: !values.password && accountProblems.passwordMissing,
        confirmPassword: !values.confirmPassword && text("register.confirm_required"),
      }) ?? ruleProblem(values),
    send: async ({ password = "" }) => {
      await call("POST /api/auth/reset-password/confirm", { body: { token: tokenInAddress(), password } });
      // all sessions of the account have ended, including one of this browser
      clearSession();
      onDone();
    },
    explain: (error) => detailedProblem(error, text("reset.failed")),
  });
  return (
    <AccountCard title={text("reset.title")} subtitle={text("reset.subtitle")}>
      <ScriptNotice />
      <form {...form.formProps} {...heldForm} className="grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <PasswordField
          {...form.fieldProps("password")}
          label={text("reset.password")}
          hint={text("account.password_rule")}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.fieldProps("confirmPassword")}
          label={text("reset.confirm_password")}
          autoComplete="new-password"
          required
        />
        <Button kind="primary" type="submit" disabled={form.sending}>
          {text(form.sending ? "reset.submitting" : "reset.submit")}
        </Button>
        <WaitingNote />
      </form>
      <p className="mt-6 text-center">
        {/* the way on from an expired link */}
        <Link to="/forgot-password" className={textLinkStyle}>
          {text("reset.ask_again")}
        </Link>
      </p>
    </AccountCard>
  );
}

/** The rules of registration in their order, without the age. */
function ruleProblem({ password = "", confirmPassword }: FormValues): FormProblems | null {
  if (password !== confirmPassword) return { box: accountProblems.passwordsDiffer, boxFields: ["confirmPassword"] };
  const problem = passwordProblem(password);
  return problem === null ? null : { box: problem, boxFields: ["password"] };
}
