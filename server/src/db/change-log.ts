import type { ClientBase, Pool } from "pg";

/** What is told about a topic: the ids that changed, or `*` for "anything may have". */
export type Change = number[] | "*";

/** How far somebody knows the log of changes that the triggers write (migration `log_changes`). */
export interface LogPosition {
  /** The transactions that are over, in PostgreSQL's own words. */
  snapshot: string;
  /** While the log has this marker it has every change since; null when it had none. */
  marker: string | null;
  /** Which database of which server this is: transactions of others have other numbers. */
  database: string;
  /** The last change of each topic that was asked for. */
  versions: Record<string, number>;
}

/** In SQL: which database of which server it is, the same on its replicas. */
export const thisDatabase = `((select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database()))`;

/** How far the log is now, asked with patience in ms. Cheap enough to be asked all the time. */
export async function readLogPosition(
  client: ClientBase,
  topics: readonly string[],
  query_timeout?: number,
): Promise<LogPosition> {
  const { rows } = await client.query<LogPosition>({
    text: `select pg_current_snapshot()::text as snapshot,
      (select marker from change_markers order by at desc limit 1) as marker,
      ${thisDatabase} as database,
      (select coalesce(json_object_agg(topic, version), '{}') from (
        select topic, (select max(version) from changes where changes.topic = asked.topic) as version
        from unnest($1::text[]) asked (topic)) known where version is not null) as versions`,
    values: [topics],
    ...(query_timeout && { query_timeout }),
  });
  return rows[0]!;
}

/** From this many ids on it is quicker to read everything anew. */
const mostIds = 10_000;

/**
 * What was committed since, by topic; null when the log cannot tell: it was shortened meanwhile, or it is not that log.
 * It is read by what was visible and not by order: a transaction that took long has written early and committed late.
 */
export async function listChangesSince(client: ClientBase, since: LogPosition): Promise<Map<string, Change> | null> {
  const { rows } = await client.query<{ topic: string; ids: number[] | null }>(
    `select topic, case when bool_or(ids is null) or count(distinct id) > $2 then null else array_agg(distinct id) end as ids
    from changes left join lateral unnest(ids) each (id) on true
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
    group by topic`,
    [since.snapshot, mostIds],
  );
  // asked afterwards: the marker goes before what it stands for
  const { rows: logs } = await client.query<{ reaches: boolean }>(
    `select exists (select from change_markers where marker = $1)
      and ${thisDatabase} = $2
      and pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($3::pg_snapshot) as reaches`,
    [since.marker, since.database, since.snapshot],
  );
  return logs[0]?.reaches ? new Map(rows.map(({ topic, ids }) => [topic, ids ?? "*"])) : null;
}

export interface LogLimits {
  /** For how long changes are kept, in minutes. */
  minutes: number;
  /** About how many are kept at most. A transaction that runs keeps those that came after its beginning. */
  rows: number;
}

/** A process that could hear nothing for longer reads everything anew, which a flood of changes would make it do anyway. */
const usualLimits: LogLimits = { minutes: 60, rows: 100_000 };

/**
 * Shortens the log, and marks where it is now. To be called about every minute. What the newest change of a topic was
 * stays known.
 */
export async function shortenChangeLog(pool: Pick<Pool, "query">, limits: Partial<LogLimits> = {}): Promise<void> {
  const { minutes, rows } = { ...usualLimits, ...limits };
  await pool.query("insert into change_markers default values");
  await pool.query(
    `delete from change_markers
    where at < (select max(at) from change_markers)
      and (at < now() - $1 * interval '1 minute'
        or horizon <= (select xid from changes order by xid desc offset $2 limit 1))`,
    [minutes, rows],
  );
  // rows of transactions that are yet to come were copied here from another server
  await pool.query(
    `delete from changes
    where (xid < (select min(horizon) from change_markers) or xid >= pg_snapshot_xmax(pg_current_snapshot()))
      and version < (select max(version) from changes newer where newer.topic = changes.topic)`,
  );
}
