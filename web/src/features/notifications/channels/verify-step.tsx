import type { Channel, DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { useState } from "react";
import { fieldProblems, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { failureText, problemText, useChannelText } from "./channel-text.ts";
import { kinds } from "./kinds.tsx";
import { useChannelChanges } from "./use-channel-changes.ts";

interface VerifyStepProps {
  channel: Channel;
  /** Why the first code did not arrive. */
  failure: DeliveryFailure | null;
  onVerified: () => void;
  onClose: () => void;
}

/** Takes the code that was sent to a channel, or sends another one. */
export function VerifyStep({ channel, failure, onVerified, onClose }: VerifyStepProps) {
  const text = useChannelText();
  const { verify, test } = useChannelChanges();
  const [sent, setSent] = useState<{ failure: DeliveryFailure | null; isAgain: boolean }>({ failure, isAgain: false });
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    check: ({ code = "" }) => fieldProblems({ code: !code.trim() && text("channels.code_missing") }),
    send: async ({ code = "" }) => {
      await verify(channel.id, code);
      onVerified();
    },
    explain: (error) => ({ fields: { code: problemText(error, text("channels.action_failed")) } }),
  });
  const sendAgain = async () => {
    setProblem(undefined);
    try {
      setSent({ failure: (await test(channel.id)).failure, isAgain: true });
    } catch (error) {
      setProblem(problemText(error, text("channels.action_failed")));
    }
  };
  const box = problem ?? (sent.failure && text("channels.code_failed", { reason: failureText(sent.failure, text) }));
  return (
    <form {...form.formProps} className="mt-3 grid gap-5">
      <p className="text-muted">{text(kinds[channel.kind].texts?.code ?? "channels.code_text")}</p>
      {box && <ErrorBox>{box}</ErrorBox>}
      <TextField
        {...form.fieldProps("code")}
        label={text("channels.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
      />
      <p role="status" className="text-sm text-positive empty:hidden">
        {sent.isAgain && !box && text("channels.code_sent")}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" disabled={form.sending}>
          {text("channels.confirm")}
        </Button>
        <Button onClick={sendAgain}>{text("channels.code_again")}</Button>
        <Button kind="quiet" onClick={onClose}>
          {text("channels.cancel")}
        </Button>
      </div>
    </form>
  );
}
