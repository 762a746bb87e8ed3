import type { MailSchedule } from "contract/notifications/channels/rules.ts";
import type {
  Channel,
  ChannelChange,
  ChannelKind,
  DeliveryFailure,
  NewChannel,
} from "contract/notifications/channels/schema.ts";
import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { type FormValues, fieldProblems, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FormButtons } from "../../../ui/form-buttons.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { failureText, problemOf, useChannelText, useProblemText } from "./channel-text.ts";
import { ChannelIcon, checkFields, kinds, ScheduleField, TargetFields } from "./kinds.tsx";
import { useChannelChanges } from "./queries.ts";

/** A new channel that is not set up completely. */
export interface Added {
  channel: Channel;
  failure: DeliveryFailure | null;
  secret: string | null;
}

type Step = { name: "kind" } | { name: "form"; kind: ChannelKind } | { name: "secret" | "verify"; added: Added };

interface AddChannelDialogProps {
  /** Those that the site offers. */
  kinds: readonly ChannelKind[];
  onVerified: (channel: Channel) => void;
  onClose: () => void;
}

/** Adds a channel: its kind, its target, then its code. */
export function AddChannelDialog({ kinds: offered, onVerified, onClose }: AddChannelDialogProps) {
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
            {(Object.keys(kinds) as ChannelKind[])
              .filter((kind) => offered.includes(kind))
              .map((kind) => (
                <li key={kind}>
                  <button
                    type="button"
                    onClick={() => setStep({ name: "form", kind })}
                    className={
                      "flex w-full items-center gap-3.5 rounded-md border border-border px-4 py-3 text-start " +
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

interface AddFormProps {
  kind: ChannelKind;
  onAdded: (added: Added) => void;
  onClose: () => void;
}

/** Sets the name and target of a new channel. */
function AddForm({ kind, onAdded, onClose }: AddFormProps) {
  const text = useChannelText();
  const { add, pushKey } = useChannelChanges();
  const { isScheduled, texts, toTarget, explain } = kinds[kind];

  async function toChannel(values: FormValues): Promise<NewChannel> {
    const schedule = values.schedule as MailSchedule | undefined;
    const target = await toTarget(values, pushKey);
    return { kind, name: values.name!.trim(), target, schedule } as NewChannel;
  }

  const form = useForm({
    check: (values) => checkFields(kind, values, text),
    send: async (values) => onAdded(await add(await toChannel(values))),
    explain(error, values) {
      const [detail] = error instanceof ApiError ? error.details : [];
      const field = detail?.path.replace("target.", "");
      return field !== undefined && field in values
        ? { fields: { [field]: detail!.msg } }
        : { box: explain?.(error, text) ?? problemOf(error, text) };
    },
  });
  return (
    <form {...form.formProps} className="mt-3 grid gap-5">
      {texts?.intro && <p className="text-muted">{text(texts.intro)}</p>}
      {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
      <TextField
        {...form.fieldProps("name")}
        label={text("channels.name")}
        defaultValue={text(`channels.kind.${kind}`)}
        maxLength={60}
        autoComplete="off"
        required
      />
      <TargetFields kind={kind} fieldProps={form.fieldProps} />
      {isScheduled && <ScheduleField value="instant" />}
      <FormButtons
        submit={text(form.sending ? "channels.saving" : (texts?.submit ?? "channels.next"))}
        disabled={form.sending}
        cancel={text("channels.cancel")}
        onCancel={onClose}
      />
    </form>
  );
}

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
  const problemText = useProblemText();
  const { verify, test } = useChannelChanges();
  const [sent, setSent] = useState<{ failure: DeliveryFailure | null; isAgain: boolean }>({ failure, isAgain: false });
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    check: ({ code = "" }) => fieldProblems({ code: !code.trim() && text("channels.code_missing") }),
    send: async ({ code = "" }) => {
      await verify(channel.id, code);
      onVerified();
    },
    explain: (error) => ({ fields: { code: problemOf(error, text) } }),
  });
  const sendAgain = async () => {
    setProblem(undefined);
    try {
      setSent({ failure: (await test(channel.id)).failure, isAgain: true });
    } catch (error) {
      setProblem(problemText(error));
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

interface ChangeChannelDialogProps {
  channel: Channel;
  /** Called with the changed channel, which may need verification again. */
  onChanged: (channel: Channel) => void;
  onClose: () => void;
}

/** Renames a channel, switches it on or off, or gives it another target. */
export function ChangeChannelDialog({ channel, onChanged, onClose }: ChangeChannelDialogProps) {
  const text = useChannelText();
  const { change, pushKey } = useChannelChanges();
  const { kind } = channel;
  const { fields, toTarget } = kinds[kind];
  const [hasNewTarget, setNewTarget] = useState(false);

  async function toChange(values: FormValues): Promise<ChannelChange> {
    const { name = "", enabled, schedule } = values;
    return {
      name: name.trim(),
      enabled: enabled !== undefined,
      ...(schedule && { schedule: schedule as MailSchedule }),
      ...(hasNewTarget && { target: await toTarget(values, pushKey) }),
    };
  }

  const form = useForm({
    check: (values) => checkFields(kind, values, text),
    send: async (values) => onChanged((await change(channel.id, await toChange(values))).channel),
    explain: (error) => ({ box: problemOf(error, text) }),
  });
  return (
    <Dialog title={text("channels.change_title", { channel: channel.name })} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("name")}
          label={text("channels.name")}
          defaultValue={channel.name}
          maxLength={60}
          autoComplete="off"
          required
        />
        {channel.schedule && <ScheduleField value={channel.schedule} />}
        <Checkbox name="enabled" label={text("channels.enabled")} defaultChecked={channel.state !== "disabled"} />
        {fields && (
          <Checkbox
            label={text("channels.new_target")}
            hint={text("channels.new_target_hint")}
            checked={hasNewTarget}
            onChange={({ target }) => setNewTarget(target.checked)}
          />
        )}
        {hasNewTarget && <TargetFields kind={kind} fieldProps={form.fieldProps} />}
        <FormButtons
          submit={text(form.sending ? "channels.saving" : "channels.save")}
          disabled={form.sending}
          cancel={text("channels.cancel")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
