import { toAmount } from "contract/core/money.ts";
import { localizedIn } from "contract/games/titles.ts";
import type { InboxEvent } from "contract/notifications/inbox-schema.ts";
import type { InboxRow } from "./queries-inbox.ts";

/** An event with the title of its game in a language, where it has one. */
export function toInboxEvent(row: InboxRow, language?: string): InboxEvent {
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
    ...localizedIn(row, language),
    country: row.country,
    currency,
    locale: row.locale,
    store: row.storeName,
    price: toAmount(row.newMinor, currency),
    old_price: toAmount(row.oldMinor, currency),
    plan: row.planName,
    leaves_on: row.happensOn,
    median_days: row.medianDays,
    bundle:
      row.bundleTitle === null
        ? null
        : {
            id: row.bundleId,
            title: row.bundleTitle,
            games: row.wantedGames!,
            separately: toAmount(row.separatelyMinor!, currency),
          },
    at: row.at.toISOString(),
    read: row.read,
    deliveries: row.deliveries.map(({ channel, state, at }) => ({
      channel,
      state,
      at: at === null ? null : new Date(at).toISOString(),
    })),
  };
}
