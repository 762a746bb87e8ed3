import { toAmount } from "contract/core/money.ts";
import type { InboxEvent } from "contract/notifications/inbox-schema.ts";
import type { InboxRow } from "./queries-inbox.ts";

export function toInboxEvent(row: InboxRow): InboxEvent {
  const { kind, value, currency } = row;
  return {
    id: row.id,
    rule_id: row.ruleId,
    kind,
    value: kind === "target" ? toAmount(value, currency) : value,
    scope: row.scope,
    subject: row.subject,
    list_name: row.listName,
    game_id: row.gameId,
    title: row.title,
    country: row.country,
    currency,
    locale: row.locale,
    store: row.storeName,
    price: toAmount(row.newMinor, currency),
    old_price: toAmount(row.oldMinor, currency),
    at: row.at.toISOString(),
    read: row.read,
    deliveries: row.deliveries.map(({ channel, state, at }) => ({
      channel,
      state,
      at: at === null ? null : new Date(at).toISOString(),
    })),
  };
}
