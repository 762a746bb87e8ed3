import { useCall } from "../../../api/session.ts";
import { useAccountText } from "../account-text.ts";
import { ContactLink, MailedTokenPage } from "./mailed-token-page.tsx";

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
