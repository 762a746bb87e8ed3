import { Link, useRouter } from "@tanstack/react-router";
import CircleCheck from "lucide-static/icons/circle-check.svg?react";
import Unlink from "lucide-static/icons/unlink.svg?react";
import { type ReactNode, useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useCall } from "../../../api/session.ts";
import { useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AccountCard } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { loginProblem } from "../form-problems.ts";

interface MailedTokenPageProps {
  title: string;
  /** Explains what the button does. */
  question: string;
  submit: string;
  submitting: string;
  failure: string;
  send: (token: string) => Promise<unknown>;
  done: { title: string; text: string; actions?: ReactNode };
  /** For an expired or used token. */
  refused: { text: string; actions?: ReactNode };
}

/** Uses the token of a mailed link after a click: mail scanners that open links must not use it up. */
function MailedTokenPage({ title, done, refused, ...form }: MailedTokenPageProps) {
  const text = useAccountText();
  const router = useRouter();
  const call = useCall();
  // read without the router, which would treat two tokens as two pages
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token"));
  const [state, setState] = useState<"ready" | "done" | "refused">("ready");

  const finish = async (end: "done" | "refused") => {
    setState(end);
    // the used token must not stay in the address and the history
    router.history.replace(window.location.pathname);
    // the stored user may be outdated, or the session may have ended
    await refreshCurrentUser(call).catch(() => {});
  };
  if (!token) {
    return (
      <Notice level={1} icon={Unlink} title={text("mailed.incomplete_title")}>
        {text("mailed.incomplete_text")}
      </Notice>
    );
  }
  if (state === "ready") {
    return (
      <AccountCard title={title} subtitle={form.question}>
        <TokenForm {...form} token={token} onEnd={finish} />
      </AccountCard>
    );
  }
  const isDone = state === "done";
  const { actions, text: explanation } = isDone ? done : refused;
  return (
    <div role={isDone ? "status" : undefined}>
      <Notice
        alert={!isDone}
        level={1}
        icon={isDone ? CircleCheck : Unlink}
        title={isDone ? done.title : text("mailed.refused_title")}
        actions={actions}
      >
        {explanation}
      </Notice>
    </div>
  );
}

/** For someone who cannot get in by themselves. */
function ContactLink() {
  return (
    <Link to="/contact" className={buttonStyle("primary")}>
      {useAccountText()("undo_email.contact")}
    </Link>
  );
}

type TokenFormProps = Pick<MailedTokenPageProps, "submit" | "submitting" | "failure" | "send"> & {
  token: string;
  onEnd: (end: "done" | "refused") => Promise<void>;
};

function TokenForm({ submit, submitting, failure, send, token, onEnd }: TokenFormProps) {
  const form = useForm({
    check: () => null,
    send: async () => {
      try {
        await send(token);
      } catch (error) {
        if (!failedWith(error, "invalid")) throw error;
        return onEnd("refused");
      }
      return onEnd("done");
    },
    explain: (error) => loginProblem(error, failure),
  });
  return (
    <form {...form.formProps} className="grid gap-5">
      {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
      <Button kind="primary" type="submit" disabled={form.sending}>
        {form.sending ? submitting : submit}
      </Button>
    </form>
  );
}

/** Reverts a change of the email address with the token mailed to the old one. */
export function UndoEmailPage() {
  const text = useAccountText();
  const call = useCall();
  return (
    <MailedTokenPage
      title={text("undo_email.title")}
      question={text("undo_email.text")}
      submit={text("undo_email.submit")}
      submitting={text("undo_email.submitting")}
      failure={text("undo_email.failed")}
      send={(token) => call("POST /api/auth/email/undo", { body: { token } })}
      done={{ title: text("undo_email.done_title"), text: text("undo_email.done_text") }}
      refused={{ text: text("undo_email.refused_text"), actions: <ContactLink /> }}
    />
  );
}

/** Takes the account back with the token mailed when a second factor was added. */
export function UndoFactorPage() {
  const text = useAccountText();
  const call = useCall();
  return (
    <MailedTokenPage
      title={text("undo_factor.title")}
      question={text("undo_factor.text")}
      submit={text("undo_factor.submit")}
      submitting={text("undo_factor.submitting")}
      failure={text("undo_factor.failed")}
      send={(token) => call("POST /api/auth/factors/undo", { body: { token } })}
      done={{ title: text("undo_factor.done_title"), text: text("undo_email.done_text") }}
      refused={{ text: text("undo_email.refused_text"), actions: <ContactLink /> }}
    />
  );
}

/** Confirms an email address with a mailed token. */
export function VerifyEmailPage() {
  const text = useAccountText();
  const call = useCall();
  const toProfile = (
    <Link to="/profile" className={buttonStyle("primary")}>
      {text("verify_email.to_profile")}
    </Link>
  );
  return (
    <MailedTokenPage
      title={text("verify_email.title")}
      question={text("verify_email.text")}
      submit={text("verify_email.submit")}
      submitting={text("verify_email.submitting")}
      failure={text("verify_email.failed")}
      send={(token) => call("POST /api/auth/email/confirm", { body: { token } })}
      done={{ title: text("verify_email.done_title"), text: text("verify_email.done_text"), actions: toProfile }}
      refused={{ text: text("verify_email.refused_text"), actions: toProfile }}
    />
  );
}
