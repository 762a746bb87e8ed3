import { firstCountry } from "contract/markets/schema.ts";
import type { RuleKind, RuleScope, RuleSubject } from "contract/notifications/rules.ts";
import type { StoreKind } from "contract/stores/schema.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

/** An event as messages present it; money in minor units of the currency. */
export interface EventRow {
  id: number;
  ruleId: number | null;
  kind: RuleKind;
  value: number | null;
  scope: RuleScope;
  subject: RuleSubject;
  listName: string | null;
  gameId: number;
  title: string;
  storeName: string;
  storeKind: StoreKind;
  oldMinor: number | null;
  newMinor: number;
  currency: string;
  /** How the market writes prices (BCP 47). */
  locale: string;
  /** The market's country in lower case, as in URLs; `null` = the default one. */
  countryPath: string | null;
  at: string;
}

/** The country of URLs without one (`features/markets/queries.ts`). */
const defaultCountry = sql`(
  select country from markets where enabled order by country <> ${firstCountry}, country limit 1
)`;

/** Columns of `notification_events event` with its game, store and market. */
export const eventColumns = sql`
  event.id::double precision as id, event.rule_id as "ruleId", event.kind, event.value, event.scope, event.subject,
  event.list_name as "listName", event.game_id as "gameId", games.title, stores.name as "storeName",
  stores.kind as "storeKind", event.old_minor as "oldMinor", event.new_minor as "newMinor", event.currency,
  markets.locale, case when event.country <> ${defaultCountry} then lower(event.country) end as "countryPath",
  to_json(event.at) #>> '{}' as at`;

/** Joins for `eventColumns`; leaves out hidden games. */
export const joinEventFacts = sql`
  join games on games.id = event.game_id and not games.hidden
  join stores on stores.key = event.store
  join markets on markets.country = event.country`;

/** The events of a message, the oldest first, without those of games that were hidden meanwhile. */
export async function listEventsOf(db: Db, messageId: string): Promise<EventRow[]> {
  const { rows } = await db.execute<EventRow & Record<string, unknown>>(sql`
    select ${eventColumns}
    from notification_deliveries delivery
    join notification_events event on event.id = delivery.event_id ${joinEventFacts}
    where delivery.message_id = ${messageId}
    order by event.id
  `);
  return rows;
}
