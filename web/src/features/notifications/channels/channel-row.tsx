import { formatDate } from "contract/core/dates.ts";
import type { Channel } from "contract/notifications/channels/schema.ts";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { ChannelIcon } from "./channel-icon.tsx";
import { failureText, targetText, useChannelText } from "./channel-text.ts";

interface ChannelRowProps {
  channel: Channel;
  testing: boolean;
  onVerify: () => void;
  onTest: () => void;
  onChange: () => void;
  onRemove: () => void;
}

const tones = { unverified: "warning", active: "positive", failing: "danger", disabled: "neutral" } as const;

export function ChannelRow({ channel, testing, onVerify, onTest, onChange, onRemove }: ChannelRowProps) {
  const text = useChannelText();
  const { name, kind, state, disabled_reason: reason, last_failure: failure, last_delivered_at: delivered } = channel;
  const labelled = (label: string) => `${label}: ${name}`;
  const testLabel = text(testing ? "channels.testing" : "channels.test");
  return (
    <li className="py-3.5">
      <div className="flex items-start gap-3">
        <span className="mt-0.5">
          <ChannelIcon kind={kind} />
        </span>
        <div className="mr-auto min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            <Badge tone={tones[state]}>{text(`channels.state.${state}`)}</Badge>
          </p>
          <p className="text-sm wrap-anywhere text-muted">{targetText(channel, text)}</p>
          {reason && reason !== "owner" && <p className="text-sm text-danger">{text(`channels.disabled.${reason}`)}</p>}
          {failure ? (
            <p className="text-sm text-danger">
              {text("channels.last_failure", { time: formatDate(failure.at), reason: failureText(failure, text) })}
            </p>
          ) : (
            state !== "unverified" &&
            delivered && (
              <p className="text-sm text-muted">{text("channels.last_delivered", { time: formatDate(delivered) })}</p>
            )
          )}
        </div>
        <div className="-my-1.5 -mr-2 flex shrink-0">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={labelled(text("channels.change"))}
            title={text("channels.change")}
            onClick={onChange}
            className={buttonStyle("quiet", "icon")}
          >
            <Pencil aria-hidden className="size-4.5" />
          </button>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={labelled(text("channels.remove"))}
            title={text("channels.remove")}
            onClick={onRemove}
            className={buttonStyle("quiet", "icon")}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </button>
        </div>
      </div>
      {state !== "disabled" && (
        <div className="mt-2 ml-8">
          {state === "unverified" ? (
            <Button
              size="small"
              aria-haspopup="dialog"
              aria-label={labelled(text("channels.verify"))}
              onClick={onVerify}
            >
              {text("channels.verify")}
            </Button>
          ) : (
            <Button size="small" aria-label={labelled(testLabel)} disabled={testing} onClick={onTest}>
              {testLabel}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
