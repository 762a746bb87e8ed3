import { Link, useRouter } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import Unlink from "lucide-react/icons/unlink";
import { type ReactNode, useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useCall } from "../../../api/session.ts";
import { useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AccountCard } from "../account-card.tsx";
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
export function MailedTokenPage({ title, done, refused, ...form }: MailedTokenPageProps) {
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
export function ContactLink() {
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
