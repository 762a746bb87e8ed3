import { firstCountry } from "contract/markets/schema.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { queueMails } from "../../platform/mail/queue.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { prepareStopLinks } from "./commands-stop-link.ts";
import { type AlertMailRow, toAlertMail, toDigestMail } from "./present-mail.ts";

export interface AlertMailOptions {
  secretKey: SecretKey;
  /** Single mails for one user on one day (UTC); the rest goes into the digest. */
  maxPerDay: number;
  now: Date;
}

/** Users whose mails are queued in one transaction. */
const batchSize = 200;

/** The country of URLs without one (`features/markets/queries.ts`). */
const defaultCountry = sql`(
  select country from markets where enabled order by country <> ${firstCountry}, country limit 1
)`;

const mailColumns = sql`
  fired_alerts.id, alert_id as "alertId", price_alerts.user_id as "userId", email, game_id as "gameId", title,
  fired_alerts.target_minor as "targetMinor", old_minor as "oldMinor", new_minor as "newMinor",
  stores.name as "storeName", stores.kind as "storeKind", markets.currency, locale,
  case when markets.country <> ${defaultCountry} then lower(markets.country) end as "countryPath"`;

/**
 * Queues the mails of alerts that have fired, each once, up to the day's limit; the rest waits for the digest.
 */
export async function queueAlertMails(db: Db, options: AlertMailOptions): Promise<void> {
  while ((await db.transaction((tx) => queueBatch(tx, options))) === batchSize);
}

async function queueBatch(tx: Db, { secretKey, maxPerDay, now }: AlertMailOptions): Promise<number> {
  const today = dayOf(now);
  const { rows: recipients } = await tx.execute<{ userId: number }>(sql`
    insert into alert_recipients (user_id, day)
    select distinct user_id, ${today}::date
    from fired_alerts join price_alerts on price_alerts.id = alert_id
    where deferred_on is null
    order by user_id limit ${batchSize}
    on conflict (user_id) do update
      set day = excluded.day,
        mails = case when alert_recipients.day = excluded.day then alert_recipients.mails else 0 end
    returning user_id as "userId"
  `);
  if (recipients.length === 0) return 0;
  const userIds = recipients.map(({ userId }) => userId);
  const { rows } = await tx.execute<AlertMailRow & Record<string, unknown>>(sql`
    with ranked as (
      select fired_alerts.id, user_id,
        mails + row_number() over (partition by user_id order by fired_alerts.id) as place
      from fired_alerts
      join price_alerts on price_alerts.id = alert_id
      join alert_recipients using (user_id)
      where deferred_on is null and user_id in ${userIds}
    ),
    deferred as (
      update fired_alerts set deferred_on = ${today}::date
      from ranked where ranked.id = fired_alerts.id and place > ${maxPerDay}
    ),
    counted as (
      update alert_recipients set mails = mails + added
      from (select user_id, count(*)::int as added from ranked where place <= ${maxPerDay} group by user_id) mailed
      where mailed.user_id = alert_recipients.user_id
    )
    delete from fired_alerts using ranked, price_alerts, games, users, markets, stores
    where stores.key = store and markets.country = price_alerts.country
      and ranked.id = fired_alerts.id and place <= ${maxPerDay}
      and price_alerts.id = alert_id and games.id = game_id and users.id = price_alerts.user_id
    returning ${mailColumns}
  `);
  const links = prepareStopLinks(secretKey);
  const mails = inOrder(rows).map((row) => toAlertMail(row, links));
  await queueMails(tx, mails, secretKey);
  return recipients.length;
}

/**
 * Queues a digest for each user with alerts that were over the limit of an earlier day: one mail with all of them, at
 * most one a day.
 */
export async function queueDigests(db: Db, options: AlertMailOptions): Promise<void> {
  while ((await db.transaction((tx) => queueDigestBatch(tx, options))) === batchSize);
}

async function queueDigestBatch(tx: Db, { secretKey, maxPerDay, now }: AlertMailOptions): Promise<number> {
  const today = dayOf(now);
  const { rows: recipients } = await tx.execute<{ userId: number }>(sql`
    select user_id as "userId" from alert_recipients
    where (last_digest_on is null or last_digest_on < ${today}::date) and exists (
      select from fired_alerts join price_alerts on price_alerts.id = alert_id
      where price_alerts.user_id = alert_recipients.user_id and deferred_on < ${today}::date)
    order by user_id limit ${batchSize}
    for update
  `);
  if (recipients.length === 0) return 0;
  const userIds = recipients.map(({ userId }) => userId);
  await tx.execute(sql`update alert_recipients set last_digest_on = ${today}::date where user_id in ${userIds}`);
  const { rows } = await tx.execute<AlertMailRow & Record<string, unknown>>(sql`
    delete from fired_alerts using price_alerts, games, users, markets, stores
    where stores.key = store and markets.country = price_alerts.country
      and deferred_on < ${today}::date and user_id in ${userIds}
      and price_alerts.id = alert_id and games.id = game_id and users.id = price_alerts.user_id
    returning ${mailColumns}
  `);
  const links = prepareStopLinks(secretKey);
  const digests = [...Map.groupBy(inOrder(rows), ({ userId }) => userId).values()];
  const mails = digests.map((fired) => toDigestMail(fired, { maxPerDay, links }));
  await queueMails(tx, mails, secretKey);
  return recipients.length;
}

/** The oldest first; accounts without an address get nothing. */
function inOrder(rows: readonly AlertMailRow[]): (AlertMailRow & { email: string })[] {
  return rows.filter(hasEmail).toSorted((a, b) => a.id - b.id);
}

function hasEmail(row: AlertMailRow): row is AlertMailRow & { email: string } {
  return row.email !== null;
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
