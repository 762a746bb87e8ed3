import type { SubmissionStatus } from "contract/contact/rules.ts";
import type { ComponentProps } from "react";
import { Badge } from "../../ui/badge.tsx";

export const statusNames: Record<SubmissionStatus, string> = {
  new: "New",
  read: "Read",
  in_progress: "In Progress",
  resolved: "Resolved",
  closed: "Closed",
  spam: "Spam",
};

const tones: Record<SubmissionStatus, ComponentProps<typeof Badge>["tone"]> = {
  new: "accent",
  read: "neutral",
  in_progress: "warning",
  resolved: "positive",
  closed: "neutral",
  spam: "danger",
};

/** The status of a message. */
export function StatusBadge({ status }: { status: SubmissionStatus }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}
