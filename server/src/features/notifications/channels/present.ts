import { stateOf } from "contract/notifications/channels/rules.ts";
import { type Channel, type DeliveryFailure, deliveryFailures } from "contract/notifications/channels/schema.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import { decryptConfig, kindOf } from "./config.ts";
import type { ChannelRow } from "./queries-channels.ts";

export function toChannel(row: ChannelRow, secretKey: SecretKey): Channel {
  const config = decryptConfig(secretKey, row.config);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    target: config ? kindOf(config).mask(config) : "…",
    schedule: row.schedule,
    state: stateOf(row),
    disabled_reason: row.disabledReason,
    created_at: row.createdAt.toISOString(),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    last_failure:
      row.lastFailure && row.lastFailedAt
        ? { at: row.lastFailedAt.toISOString(), ...toFailure(row.lastFailure) }
        : null,
    last_delivered_at: row.lastDeliveredAt?.toISOString() ?? null,
  };
}

/** An earlier release stored that an address was refused, which tells what a name means in the network of the site. */
function toFailure(failure: DeliveryFailure): DeliveryFailure {
  return deliveryFailures.includes(failure.reason) ? failure : { reason: "unreachable", status: null };
}
