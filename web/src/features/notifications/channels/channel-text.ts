import { channelTexts } from "contract/content-strings/defaults/personal/channel.ts";
import type { Channel, DeliveryFailure } from "contract/notifications/channels/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { type ReadText, useTextOf } from "../../../api/texts.ts";
import { useErrorReader } from "../../../page/read-error.ts";

/** Reads the texts of channels and those of all pages. */
export const useChannelText = () => useTextOf(channelTexts);

export type ReadChannelText = ReturnType<typeof useChannelText> & ReadText;

export function failureText({ reason, status }: DeliveryFailure, text: ReadChannelText): string {
  return reason === "status"
    ? text("channels.failure.status", { status: String(status) })
    : text(`channels.failure.${reason}`);
}

/** The target, as far as it may be shown. */
export function targetText({ target, schedule }: Channel, text: ReadChannelText): string {
  const place = target ?? text("channels.own_address");
  return schedule
    ? text("channels.scheduled", { target: place, schedule: text(`channels.schedule.${schedule}`) })
    : place;
}

/** Why a call failed: the server's message, which forms translate, or that the action did. */
export function problemOf(error: unknown, text: ReadChannelText): string {
  if (!(error instanceof ApiError)) return text("channels.action_failed");
  return error.details[0]?.msg ?? error.serverMessage ?? error.message;
}

/** The same in the page's language. */
export function useProblemText(): (error: unknown) => string {
  const text = useChannelText();
  const read = useErrorReader();
  return (error) => read(problemOf(error, text));
}
