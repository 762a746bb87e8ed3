import type { ChannelKind, TargetOf } from "contract/notifications/channels/schema.ts";
import { type FormValues, fieldProblems } from "../../../page/form.ts";
import type { ReadChannelText } from "./channel-text.ts";
import { discord } from "./kinds/discord.tsx";
import type { Kind } from "./kinds/kind.ts";
import { mail } from "./kinds/mail.tsx";
import { ntfy } from "./kinds/ntfy.tsx";
import { telegram } from "./kinds/telegram.tsx";
import { webhook } from "./kinds/webhook.tsx";
import { push } from "./push.ts";

/** The kinds of channels, in display order. */
export const kinds: { readonly [Name in ChannelKind]: Kind<TargetOf<Name>> } = {
  mail,
  push,
  discord,
  telegram,
  ntfy,
  webhook,
};

export function ChannelIcon({ kind }: { kind: ChannelKind }) {
  const { icon: Icon } = kinds[kind];
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />;
}

/** The problems of a channel's form by field. */
export function checkFields(kind: ChannelKind, values: FormValues, text: ReadChannelText) {
  return fieldProblems({
    name: !values.name?.trim() && text("channels.name_missing"),
    ...kinds[kind].check?.(values),
  });
}
