import type { TargetOf } from "contract/notifications/channels/schema.ts";
import type { Kind } from "./kind.ts";

/** Mail to an address; `null` = that of the account. It is queued, not POSTed. */
export const mail: Kind<TargetOf<"mail">> = {
  targetOf: ({ address }) => address ?? "",
  mask: ({ address }) => address?.replace(/^(.).*@/su, "$1…@") ?? null,
  sharedHosts: [],
  goneStatuses: [],
};
