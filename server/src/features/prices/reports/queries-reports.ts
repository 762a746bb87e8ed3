import { toAmount } from "contract/core/money.ts";
import type { ReportOutcome } from "contract/prices/report-rules.ts";
import type { ReportedOffer, ReportGroup } from "contract/prices/report-schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";

/** Reports that wait for a decision; those whose message was handled in the inbox do not. */
export const isOpen = sql`price_reports.settled_at is null
  and contact_submissions.status in ('new', 'read', 'in_progress')`;

const isSettled = sql`price_reports.settled_at is not null`;

/** The maximum number of reports per group; the latest are shown. */
const maxReportsShown = 20;

export interface ReportQuery {
  state: "open" | "settled";
  offset: number;
  limit: number;
  /** Whether the caller may read messages. */
  withMessages: boolean;
}

/** Reports by offer: the longest waiting first, or those settled, the latest first. */
export async function listReports(
  db: Db,
  { state, offset, limit, withMessages }: ReportQuery,
): Promise<{ groups: ReportGroup[]; total: number }> {
  const condition = state === "open" ? isOpen : isSettled;
  const page = sql`order by settled_at desc nulls last, first_at, game_id, country, store
    limit ${limit} offset ${offset}`;
  const [groups, counted] = await Promise.all([
    readGroups(db, { condition, page, withMessages }),
    db.execute<{ total: number }>(sql`select count(*)::integer as total from (${groupsOf(condition)}) found`),
  ]);
  return { groups, total: counted.rows[0]!.total };
}

/** The open reports of an offer, without messages; `null` when there are none. */
export async function findOpenGroup(db: Db, { game, store, country }: ReportedOffer): Promise<ReportGroup | null> {
  const condition = sql`${isOpen} and game_id = ${game} and country = ${country} and store = ${store}`;
  const [group] = await readGroups(db, { condition, page: sql``, withMessages: false });
  return group ?? null;
}

interface GroupRow extends Record<string, unknown> {
  game: ReportGroup["game"];
  store: string;
  country: string;
  price_minor: number | null;
  currency: string | null;
  link: string | null;
  last_seen_at: string | null;
  count: number;
  latest: number;
  reports: {
    id: number;
    reported_at: string;
    price_minor: number | null;
    currency: string;
    message: string | null;
  }[];
  outcome: ReportOutcome | null;
  settled_at: string | null;
}

const fromReports = sql`from price_reports join contact_submissions on contact_submissions.id = submission_id`;

function groupsOf(condition: SQL): SQL {
  return sql`
    select game_id, country, store, settled_at, min(outcome) as outcome, count(*)::integer as count,
      max(submission_id) as latest, min(reported_at) as first_at
    ${fromReports} where ${condition} group by game_id, country, store, settled_at`;
}

async function readGroups(
  db: Db,
  { condition, page, withMessages }: { condition: SQL; page: SQL; withMessages: boolean },
): Promise<ReportGroup[]> {
  const { rows } = await db.execute<GroupRow>(sql`
    select json_build_object('id', games.id, 'title', games.title) as game, grouped.store, grouped.country,
      offers.price_minor, offers.currency, offers.link, to_json(offers.last_seen_at) #>> '{}' as last_seen_at,
      grouped.count, grouped.latest, grouped.outcome, to_json(grouped.settled_at) #>> '{}' as settled_at,
      (select json_agg(report order by report.id desc) from (
        select submission_id as id, reported_at, price_minor, currency,
          case when ${withMessages} then message end as message
        ${fromReports} join contact_messages using (submission_id)
        where ${condition} and (game_id, country, store) = (grouped.game_id, grouped.country, grouped.store)
          and settled_at is not distinct from grouped.settled_at
        order by submission_id desc limit ${maxReportsShown}
      ) report) as reports
    from (${groupsOf(condition)} ${page}) grouped
    join games on games.id = grouped.game_id
    left join offers using (game_id, country, store)
    order by grouped.settled_at desc nulls last, first_at, grouped.game_id, grouped.country, grouped.store
  `);
  return rows.map(toGroup);
}

function toGroup({ price_minor, last_seen_at, settled_at, reports, ...row }: GroupRow): ReportGroup {
  return {
    ...row,
    price_now: toAmount(price_minor, row.currency ?? undefined),
    last_seen_at: last_seen_at && new Date(last_seen_at).toISOString(),
    settled_at: settled_at && new Date(settled_at).toISOString(),
    reports: reports.map(({ price_minor, reported_at, ...report }) => ({
      ...report,
      price: toAmount(price_minor, report.currency),
      reported_at: new Date(reported_at).toISOString(),
    })),
  };
}
