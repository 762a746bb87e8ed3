import type { ClientBase, Pool } from "pg";

/** The ids that changed, or `*` for "anything may have". */
export type Change = number[] | "*";

/** A position in the log of changes that triggers write (migration `log_changes`). */
export interface LogPosition {
  /** The finished transactions, as a `pg_snapshot`. */
  snapshot: string;
  /** While the log has this marker it holds every change since; null when it had none. */
  marker: string | null;
  /** The database and its server: others number their transactions differently. */
  database: string;
  /** The last change of each requested topic. */
  versions: Record<string, number>;
}

/** In SQL: identifies the database and its server; the same on replicas. */
export const thisDatabase = `((select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database()))`;

/** The current position. Cheap enough for heartbeats. `query_timeout` in ms. */
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
        select topic, (select max(version) from changes where changes.topic = requested.topic) as version
        from unnest($1::text[]) requested (topic)) known where version is not null) as versions`,
    values: [topics],
    ...(query_timeout && { query_timeout }),
  });
  return rows[0]!;
}

/** Beyond this, reloading everything is quicker. */
const maxIds = 10_000;

/**
 * The changes committed since, by topic; null when the log has been shortened meanwhile, or is another log. Compared by
 * visibility, not by number: a long transaction writes early and commits late.
 */
export async function listChangesSince(client: ClientBase, since: LogPosition): Promise<Map<string, Change> | null> {
  const { rows } = await client.query<{ topic: string; ids: number[] | null }>(
    `select topic,
      case when bool_or(ids is null) or count(distinct id) > $2 then null else array_agg(distinct id) end as ids
    from changes left join lateral unnest(ids) each (id) on true
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
    group by topic`,
    [since.snapshot, maxIds],
  );
  // queried afterwards: the marker is deleted before the changes
  const { rows: logs } = await client.query<{ reaches: boolean }>(
    `select exists (select from change_markers where marker = $1)
      and ${thisDatabase} = $2
      and pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($3::pg_snapshot) as reaches`,
    [since.marker, since.database, since.snapshot],
  );
  return logs[0]?.reaches ? new Map(rows.map(({ topic, ids }) => [topic, ids ?? "*"])) : null;
}

export interface LogLimits {
  /** The minimum age of deleted changes, in minutes. */
  minutes: number;
  /** About how many remain at most. A running transaction retains those after its start. */
  rows: number;
}

/** A process that is cut off for longer reloads everything. */
const defaultLimits: LogLimits = { minutes: 60, rows: 100_000 };

/** Shortens the log, and marks its current position. Call it every minute. The newest change of each topic stays. */
export async function shortenChangeLog(pool: Pick<Pool, "query">, limits: Partial<LogLimits> = {}): Promise<void> {
  const { minutes, rows } = { ...defaultLimits, ...limits };
  await pool.query("insert into change_markers default values");
  await pool.query(
    `delete from change_markers
    where at < (select max(at) from change_markers)
      and (at < now() - $1 * interval '1 minute'
        or horizon <= (select xid from changes order by xid desc offset $2 limit 1))`,
    [minutes, rows],
  );
  // rows of future transactions were copied here from another server
  await pool.query(
    `delete from changes
    where (xid < (select min(horizon) from change_markers) or xid >= pg_snapshot_xmax(pg_current_snapshot()))
      and version < (select max(version) from changes newer where newer.topic = changes.topic)`,
  );
}
