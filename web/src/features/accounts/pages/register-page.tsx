import { Link, useHydrated } from "@tanstack/react-router";
import {
  accountProblems,
  birthdayProblem,
  emailProblem,
  registrationProblem,
  usernameProblem,
} from "contract/accounts/rules.ts";
import DoorClosed from "lucide-static/icons/door-closed.svg?react";
import { useAddress } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useSite } from "../../../api/site.ts";
import { useLanguage } from "../../../api/texts.ts";
import { heldForm } from "../../../page/early-input.ts";
import { FilledText } from "../../../page/filled-text.tsx";
import { type FormProblems, type FormValues, fieldProblems, useForm } from "../../../page/form.ts";
import { WaitingNote } from "../../../page/script-notes.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle, textLinkStyle } from "../../../ui/button-style.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { AccountCard, AccountLayout, ScriptNotice } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { detailedProblem } from "../form-problems.ts";
import { PasswordField } from "../password-field.tsx";
import { today } from "../today.ts";
import { useCompleteSignIn, useRedirectSignedIn } from "./complete-sign-in.ts";

/** Creates an account and navigates to `from` (spec/accounts 2.1). Reports when registration is closed. */
export function RegisterPage({ from: origin }: { from: string | undefined }) {
  const text = useAccountText();
  // the server renders one page for all origins
  const from = useHydrated() ? origin : undefined;
  useRedirectSignedIn(origin);
  const { registration_open: open } = useSite();
  if (open) return <RegistrationForm from={from} origin={origin} />;
  return (
    <AccountLayout>
      <Notice
        level={1}
        icon={DoorClosed}
        title={text("register.closed_title")}
        actions={
          <Link to="/login" search={{ from }} className={buttonStyle("primary")}>
            {text("register.login")}
          </Link>
        }
      >
        {text("register.closed_text")}
      </Notice>
    </AccountLayout>
  );
}

interface RegistrationFormProps {
  /** For links: unknown until the page is hydrated. */
  from: string | undefined;
  /** The same, available before hydration. */
  origin: string | undefined;
}

function RegistrationForm({ from, origin }: RegistrationFormProps) {
  const text = useAccountText();
  // the cached page may be days old
  const latestDay = useHydrated() ? today() : undefined;
  const call = useCall();
  const language = useLanguage().tag;
  // a held form is sent on the first render, before the page is hydrated
  const completeSignIn = useCompleteSignIn(origin);

  /** Problems of single fields, before the ordered rules of spec/accounts 2.2. */
  const missing = ({ username, email, password, confirmPassword, birthday, agree }: FormValues) =>
    fieldProblems({
      username: username?.trim() ? usernameProblem(username.trim()) : accountProblems.usernameMissing,
      email: email?.trim() ? emailProblem(email.trim()) : accountProblems.emailMissing,
      password: !password && accountProblems.passwordMissing,
      confirmPassword: !confirmPassword && text("register.confirm_required"),
      birthday: birthday ? dayProblem(birthday) : text("register.birthday_required"),
      agree: !agree && text("register.agree_required"),
    });
  const form = useForm({
    check: (values) => missing(values) ?? ruleProblem(values),
    send: async ({ username = "", email = "", password = "", birthday = "" }) =>
      completeSignIn(
        await call("POST /api/auth/register", { body: { username, email, password, birthday, language } }),
      ),
    explain: (error) => detailedProblem(error, text("register.failed")),
  });
  return (
    <AccountLayout>
      <AccountCard title={text("register.title")} subtitle={text("register.subtitle")}>
        <ScriptNotice />
        <form {...form.formProps} {...heldForm} className="grid gap-5">
          {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
          <TextField
            {...form.fieldProps("username")}
            label={text("register.username")}
            hint={text("register.username_rule")}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <TextField
            {...form.fieldProps("email")}
            label={text("account.email")}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            required
          />
          <PasswordField
            {...form.fieldProps("password")}
            label={text("account.password")}
            hint={text("account.password_rule")}
            autoComplete="new-password"
            required
          />
          <PasswordField
            {...form.fieldProps("confirmPassword")}
            label={text("register.confirm_password")}
            autoComplete="new-password"
            required
          />
          <TextField
            {...form.fieldProps("birthday")}
            label={text("register.birthday")}
            hint={text("register.birthday_rule")}
            type="date"
            max={latestDay}
            autoComplete="bday"
            required
          />
          <Checkbox {...form.checkboxProps("agree")} label={<AgreeLabel />} required />
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "register.submitting" : "register.submit")}
          </Button>
          <WaitingNote />
        </form>
        <p className="mt-6 text-center text-muted">
          {text("register.have_account")}{" "}
          <Link to="/login" search={{ from }} className={textLinkStyle}>
            {text("register.login")}
          </Link>
        </p>
      </AccountCard>
    </AccountLayout>
  );
}

/** Problems of a birthday other than the age, which the rules check. */
function dayProblem(birthday: string): string | null {
  const problem = birthdayProblem(birthday, today());
  return problem === accountProblems.tooYoung ? null : problem;
}

/** The first violated rule with its field. */
function ruleProblem({ password = "", confirmPassword = "", birthday = "" }: FormValues): FormProblems | null {
  const problem = registrationProblem({ password, confirmPassword, birthday }, today());
  if (problem === null) return null;
  const field =
    problem === accountProblems.passwordsDiffer
      ? "confirmPassword"
      : problem === accountProblems.tooYoung
        ? "birthday"
        : "password";
  return { box: problem, boxFields: [field] };
}

/** "I agree to the … and the …", with links that open beside the form. */
function AgreeLabel() {
  const text = useAccountText();
  const address = useAddress();
  const link = (name: "terms" | "privacy") => (
    <a href={address(`/${name}`)} target="_blank" rel="noopener" className={textLinkStyle}>
      {text(`${name}.title`)}
    </a>
  );
  return (
    <FilledText
      text={text("register.agree", { terms: "{terms}", privacy: "{privacy}" })}
      nodes={{ terms: link("terms"), privacy: link("privacy") }}
    />
  );
}
