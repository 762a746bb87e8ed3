import type { MailSchedule } from "contract/notifications/channels/rules.ts";
import type { Channel, ChannelChange } from "contract/notifications/channels/schema.ts";
import { useState } from "react";
import { type FormValues, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { problemText, useChannelText } from "./channel-text.ts";
import { checkFields, kinds } from "./kinds.tsx";
import { useChannelChanges } from "./use-channel-changes.ts";

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
  const { Fields, Schedule, toTarget } = kinds[kind];
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
    explain: (error) => ({ box: problemText(error, text("channels.action_failed")) }),
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
        {Schedule && channel.schedule && <Schedule value={channel.schedule} />}
        <Checkbox name="enabled" label={text("channels.enabled")} defaultChecked={channel.state !== "disabled"} />
        {Fields && (
          <Checkbox
            label={text("channels.new_target")}
            hint={text("channels.new_target_hint")}
            checked={hasNewTarget}
            onChange={({ target }) => setNewTarget(target.checked)}
          />
        )}
        {Fields && hasNewTarget && <Fields fieldProps={form.fieldProps} />}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "channels.saving" : "channels.save")}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {text("channels.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
