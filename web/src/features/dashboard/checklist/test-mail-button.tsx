import { useState } from "react";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useDenialReason } from "../../admin/me.ts";

/** Sends a mail to the administrator, and shows where it went. */
export function TestMailButton() {
  const call = useAdminCall();
  const denialReason = useDenialReason()("config.write");
  const [sending, setSending] = useState(false);
  const [result, setResult] = useState<{ done?: string; failure?: string }>({});

  async function send(): Promise<void> {
    setSending(true);
    try {
      const { to, delivery } = await call("POST /api/admin/dashboard/test-mail", {});
      const done =
        delivery === "smtp"
          ? `A test mail to ${to} is on its way. If it does not arrive, see Mail under Status.`
          : `A test mail to ${to} is written to the folder outbox of the data folder.`;
      setResult({ done });
    } catch (error) {
      setResult({ failure: serverMessageOf(error, "Failed to send a test mail") });
    }
    setSending(false);
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <ActionButton size="small" denialReason={denialReason} disabled={sending} onClick={send}>
        Send a Test Mail
      </ActionButton>
      <p role="status" className={result.failure ? "text-danger" : "text-positive"}>
        {result.failure ?? result.done}
      </p>
    </div>
  );
}
