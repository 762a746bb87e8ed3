import type { ChannelKind, MailSchedule } from "contract/notifications/channels/rules.ts";
import type { NewChannel, PushSubscription } from "contract/notifications/channels/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { type FormValues, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { Added } from "./add-channel-dialog.tsx";
import { problemText, useChannelText } from "./channel-text.ts";
import { PushError, subscribeToPush } from "./push/subscribe.ts";
import { checkFields, ScheduleField, TargetFields, targetFrom } from "./target-fields.tsx";
import { useChannelChanges } from "./use-channel-changes.ts";

interface AddFormProps {
  kind: ChannelKind;
  onAdded: (added: Added) => void;
  onClose: () => void;
}

/** Sets the name and target of a new channel. */
export function AddForm({ kind, onAdded, onClose }: AddFormProps) {
  const text = useChannelText();
  const { add, pushKey } = useChannelChanges();

  async function toChannel(values: FormValues): Promise<NewChannel> {
    const name = values.name!.trim();
    if (kind === "push") {
      const subscription = (await subscribeToPush(await pushKey())) as PushSubscription;
      return { kind, name, target: { subscription } };
    }
    const channel = { kind, name, target: targetFrom(kind, values), schedule: values.schedule as MailSchedule };
    return channel as NewChannel;
  }

  const form = useForm({
    check: (values) => checkFields(values, text),
    send: async (values) => onAdded(await add(await toChannel(values))),
    explain(error) {
      if (error instanceof PushError) return { box: text(`channels.push_error.${error.problem}`) };
      const [detail] = error instanceof ApiError ? error.details : [];
      const field = detail?.path.replace("target.", "");
      const isField = field !== undefined && ["name", "address", "url", "server", "topic", "token"].includes(field);
      return isField
        ? { fields: { [field]: detail!.msg } }
        : { box: problemText(error, text("channels.action_failed")) };
    },
  });
  return (
    <form {...form.formProps} className="mt-3 grid gap-5">
      {kind === "push" && <p className="text-muted">{text("channels.push_text")}</p>}
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
      {kind === "mail" && <ScheduleField value="instant" />}
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" disabled={form.sending}>
          {text(form.sending ? "channels.saving" : kind === "push" ? "channels.push_allow" : "channels.next")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {text("channels.cancel")}
        </Button>
      </div>
    </form>
  );
}
