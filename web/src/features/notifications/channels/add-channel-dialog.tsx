import { type ChannelKind, channelKinds } from "contract/notifications/channels/rules.ts";
import type { Channel, DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { AddForm } from "./add-form.tsx";
import { ChannelIcon } from "./channel-icon.tsx";
import { useChannelText } from "./channel-text.ts";
import { VerifyStep } from "./verify-step.tsx";

/** A new channel that is not set up completely. */
export interface Added {
  channel: Channel;
  failure: DeliveryFailure | null;
  secret: string | null;
}

type Step = { name: "kind" } | { name: "form"; kind: ChannelKind } | { name: "secret" | "verify"; added: Added };

interface AddChannelDialogProps {
  onVerified: (channel: Channel) => void;
  onClose: () => void;
}

/** Adds a channel: its kind, its target, then its code. */
export function AddChannelDialog({ onVerified, onClose }: AddChannelDialogProps) {
  const text = useChannelText();
  const [step, setStep] = useState<Step>({ name: "kind" });

  const onAdded = (added: Added) => {
    if (added.channel.state === "active") onVerified(added.channel);
    else setStep({ name: added.secret === null ? "verify" : "secret", added });
  };
  return (
    <Dialog title={titleOf(step, text)} onClose={onClose}>
      {step.name === "kind" && (
        <>
          <p className="mt-2 text-muted">{text("channels.choose_kind")}</p>
          <ul className="mt-4 grid gap-2">
            {channelKinds.map((kind) => (
              <li key={kind}>
                <button
                  type="button"
                  onClick={() => setStep({ name: "form", kind })}
                  className={
                    "flex w-full items-center gap-3.5 rounded-md border border-border px-4 py-3 text-left " +
                    "hover:border-border-strong hover:bg-sunken"
                  }
                >
                  <ChannelIcon kind={kind} />
                  <span className="min-w-0">
                    <span className="block font-medium">{text(`channels.kind.${kind}`)}</span>
                    <span className="block text-sm text-muted">{text(`channels.about.${kind}`)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Button kind="quiet" className="mt-4" onClick={onClose}>
            {text("channels.cancel")}
          </Button>
        </>
      )}
      {step.name === "form" && <AddForm kind={step.kind} onAdded={onAdded} onClose={onClose} />}
      {step.name === "secret" && step.added.secret !== null && (
        <Secret secret={step.added.secret} onNext={() => setStep({ name: "verify", added: step.added })} />
      )}
      {step.name === "verify" && (
        <VerifyStep
          channel={step.added.channel}
          failure={step.added.failure}
          onVerified={() => onVerified(step.added.channel)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function titleOf(step: Step, text: ReturnType<typeof useChannelText>): string {
  switch (step.name) {
    case "kind":
      return text("channels.add");
    case "form":
      return text("channels.add_kind", { kind: text(`channels.kind.${step.kind}`) });
    case "secret":
      return text("channels.secret_title");
    case "verify":
      return text("channels.code_title", { channel: step.added.channel.name });
  }
}

/** The secret of a webhook, shown once. */
function Secret({ secret, onNext }: { secret: string; onNext: () => void }) {
  const text = useChannelText();
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-muted">{text("channels.secret_text")}</p>
      <code className="block rounded-md bg-sunken px-3.5 py-3 text-sm break-all select-all">{secret}</code>
      <div>
        <Button kind="primary" onClick={onNext}>
          {text("channels.next")}
        </Button>
      </div>
    </div>
  );
}
