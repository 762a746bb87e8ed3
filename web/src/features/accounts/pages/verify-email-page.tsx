import { Link } from "@tanstack/react-router";
import { useCall } from "../../../api/session.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { useAccountText } from "../account-text.ts";
import { MailedTokenPage } from "./mailed-token-page.tsx";

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
