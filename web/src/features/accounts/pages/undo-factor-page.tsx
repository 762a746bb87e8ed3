import { useCall } from "../../../api/session.ts";
import { useAccountText } from "../account-text.ts";
import { ContactLink, MailedTokenPage } from "./mailed-token-page.tsx";

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
