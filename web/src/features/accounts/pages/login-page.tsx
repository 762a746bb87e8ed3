import { useQuery } from "@tanstack/react-query";
import { Link, useHydrated } from "@tanstack/react-router";
import { accountProblems } from "contract/accounts/rules.ts";
import type { DemoRole, FactorChallenge, User } from "contract/accounts/schema.ts";
import { placeSearch } from "contract/languages/place.ts";
import KeyRound from "lucide-static/icons/key-round.svg?react";
import { type ReactNode, useState } from "react";
import { withBase } from "../../../api/base-path.ts";
import { useCall } from "../../../api/session.ts";
import { useSite } from "../../../api/site.ts";
import { useLanguage } from "../../../api/texts.ts";
import { heldForm } from "../../../page/early-input.ts";
import { fieldProblems, useForm } from "../../../page/form.ts";
import { WaitingNote } from "../../../page/script-notes.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle, textLinkStyle } from "../../../ui/button-style.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { AccountCard, AccountLayout, ScriptNotice } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { FactorStep } from "../factor-step.tsx";
import { loginProblem } from "../form-problems.ts";
import { getPasskey, usePasskeyFailure, usePasskeySupport } from "../passkeys.ts";
import { PasswordField } from "../password-field.tsx";
import { useCompleteSignIn, useRedirectSignedIn } from "./complete-sign-in.ts";

/** Signing in; leads back to `from` (spec/accounts 3.1). */
export function LoginPage({ from: origin }: { from: string | undefined }) {
  useRedirectSignedIn(origin);
  const completeSignIn = useCompleteSignIn(origin);
  const [challenge, setChallenge] = useState<FactorChallenge>();
  /** Why the second step returned here. */
  const [reason, setReason] = useState<string>();
  const back = (why?: string) => {
    setReason(why);
    setChallenge(undefined);
  };
  const isDemo = useSite().demo;
  return (
    <AccountLayout>
      {isDemo ? (
        <DemoSignIn onSignedIn={completeSignIn} />
      ) : challenge ? (
        <FactorStep challenge={challenge} onSignedIn={completeSignIn} onBack={back} />
      ) : (
        <FirstStep origin={origin} reason={reason} onSignedIn={completeSignIn} onChallenge={setChallenge} />
      )}
    </AccountLayout>
  );
}

/** The accounts of a demo, in place of the form: nobody has a password of it. */
function DemoSignIn({ onSignedIn }: Pick<FirstStepProps, "onSignedIn">) {
  const text = useAccountText();
  const call = useCall();
  const { run, running, failure } = useAction((error) => loginProblem(error, text("login.failed")).box);
  const signIn = (as: DemoRole) => run(async () => onSignedIn(await call("POST /api/auth/demo", { body: { as } })));
  return (
    <AccountCard title={text("login.title")} subtitle={text("demo.subtitle")}>
      <ScriptNotice />
      <div className="grid gap-2.5">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <Button kind="primary" className="needs-script" disabled={running} onClick={() => signIn("member")}>
          {text("demo.member")}
        </Button>
        <Button className="needs-script" disabled={running} onClick={() => signIn("administrator")}>
          {text("demo.administrator")}
        </Button>
        <Link to="/" className={buttonStyle("secondary")}>
          {text("demo.visitor")}
        </Link>
      </div>
    </AccountCard>
  );
}

const gamePage = /^(?:\/[a-z]{2})?\/games?\/(\d{1,9})#set-alert$/;

/** Why the page needs a sign-in, by the address to return to; `undefined` for one without a reason. */
function useReason(from = ""): string | undefined {
  const text = useAccountText();
  const call = useCall();
  const id = Number(gamePage.exec(from)?.[1]);
  const { data: game } = useQuery({
    queryKey: ["sign-in-reason", id],
    enabled: id > 0,
    queryFn: ({ signal }) => call("GET /api/games/{id}", { params: { id }, query: {} }, { signal }),
  });
  if (from.endsWith("#save-search")) return text("login.for_search");
  return game && text("login.for_alert", { title: game.title });
}

interface FirstStepProps {
  origin: string | undefined;
  /** Why the visitor is here again. */
  reason: string | undefined;
  onSignedIn: (signedIn: { token: string; user: User }) => Promise<void>;
  onChallenge: (challenge: FactorChallenge) => void;
}

/** The password, a provider or a passkey. */
function FirstStep({ origin, reason, onSignedIn, onChallenge }: FirstStepProps) {
  const text = useAccountText();
  // the server renders one page for all origins
  const from = useHydrated() ? origin : undefined;
  const call = useCall();
  const form = useForm({
    check: ({ email, password }) =>
      fieldProblems({
        email: !email?.trim() && accountProblems.emailMissing,
        password: !password && accountProblems.passwordMissing,
      }),
    send: async ({ email = "", password = "", rememberMe }) => {
      const body = { email, password, rememberMe: rememberMe !== undefined };
      const next = await call("POST /api/auth/login", { body });
      if ("token" in next) await onSignedIn(next);
      else onChallenge(next);
    },
    explain: (error) => loginProblem(error, text("login.failed")),
    firstProblem: reason,
  });
  const rememberMe = () => {
    const box = form.formProps.ref.current?.elements.namedItem("rememberMe");
    return box instanceof HTMLInputElement && box.checked;
  };
  return (
    <AccountCard title={text("login.title")} subtitle={useReason(from) ?? text("login.subtitle")}>
      <ScriptNotice />
      <form {...form.formProps} {...heldForm} className="grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("email")}
          label={text("account.email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <PasswordField
          {...form.fieldProps("password")}
          label={text("account.password")}
          autoComplete="current-password"
          required
        />
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <Checkbox
            {...form.checkboxProps("rememberMe")}
            label={text("login.remember")}
            hint={text("login.remember_hint")}
          />
          <Link to="/forgot-password" className={`${textLinkStyle} shrink-0`}>
            {text("login.forgot")}
          </Link>
        </div>
        <Button kind="primary" type="submit" disabled={form.sending}>
          {text(form.sending ? "login.submitting" : "login.submit")}
        </Button>
        <WaitingNote />
      </form>
      <ProviderButtons />
      <PasskeySignIn rememberMe={rememberMe} onSignedIn={onSignedIn} />
      <p className="mt-6 text-center text-muted">
        {text("login.no_account")}{" "}
        <Link to="/register" search={{ from }} className={textLinkStyle}>
          {text("login.register")}
        </Link>
      </p>
    </AccountCard>
  );
}

interface PasskeySignInProps {
  /** Whether to create a long session. */
  rememberMe: () => boolean;
  onSignedIn: (signedIn: { token: string; user: User }) => Promise<void>;
}

/** Signs in with a passkey alone. Shown until the browser is known not to support it, so that the layout is stable. */
function PasskeySignIn({ rememberMe, onSignedIn }: PasskeySignInProps) {
  const text = useAccountText();
  const call = useCall();
  const { run, running, failure } = useAction(usePasskeyFailure());
  const signIn = async () => {
    const { options } = await call("POST /api/auth/passkeys/options", {});
    const body = { credential: await getPasskey(options), rememberMe: rememberMe() };
    await onSignedIn(await call("POST /api/auth/login/passkey", { body }));
  };
  if (usePasskeySupport() === false) return null;
  return (
    <div className="needs-script mt-2.5 grid gap-2.5">
      <Button disabled={running} onClick={() => run(signIn)}>
        <KeyRound aria-hidden className="size-4" />
        {text("login.with_passkey")}
      </Button>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}

/**
 * Google and Steam sign-in. Always shown: the callback page reports a provider that is not configured (spec/accounts
 * 7.2).
 */
function ProviderButtons() {
  const text = useAccountText();
  const search = placeSearch(undefined, useLanguage().tag);
  return (
    <div className="needs-script">
      <p
        className={
          "my-5 flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-border " +
          "after:h-px after:grow after:bg-border"
        }
      >
        {text("account.or")}
      </p>
      <div className="grid gap-2.5">
        <a href={withBase(`/api/auth/google${search}`)} className={buttonStyle("secondary")}>
          <Mark>
            <path d="M20 12h-7.5M20 12a8 8 0 1 1-2.6-5.9" />
          </Mark>
          {text("account.with_google")}
        </a>
        <a href={withBase(`/api/auth/steam${search}`)} className={buttonStyle("secondary")}>
          <Mark>
            <circle cx="16" cy="8.5" r="3.5" />
            <circle cx="8" cy="16.5" r="2.5" />
            <path d="M13.4 10.9 9.9 14.8M2.5 13.5l3.3 1.7" />
          </Mark>
          {text("account.with_steam")}
        </a>
      </div>
    </div>
  );
}

/** An outline icon. */
function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className="size-4.5"
    >
      {children}
    </svg>
  );
}
