import { hash } from "node:crypto";
import type { Pool } from "pg";
import { createWindows, type WindowOptions, type WindowState } from "./windows.ts";

/** How often a key may do something in a window, which begins with its first attempt. */
export interface Limit {
  /** Unique, and the same in all processes. */
  name: string;
  max: number;
  windowMs: number;
}

/** Attempts that one process has counted. */
export interface Delta {
  limit: Limit;
  key: string;
  attempts: number;
  /** Milliseconds until the window ends, as far as this process knows. */
  endsIn: number;
}

/** Where processes count together. All of it rejects when the store is unreachable. */
export interface LimitStore {
  /** Adds the attempts, and returns the state of each key over all processes, in the same order. */
  add(deltas: readonly Delta[]): Promise<WindowState[]>;
  /** `null` when no window of the key is open. */
  find(limit: Limit, key: string): Promise<WindowState | null>;
  /** Begins the key's window now, with one attempt in it. */
  restart(limit: Limit, key: string): Promise<void>;
}

/** A limit whose every attempt is counted in the store. */
export interface SharedLimit {
  /** Counts an attempt. Attempts beyond the limit need no query, and are not counted exactly. */
  count(key: string): Promise<WindowState>;
  /** The key's state, without an attempt; `null` when no window of it is open. */
  find(key: string): Promise<WindowState | null>;
  /** Begins the key's window now, with one attempt in it. */
  restart(key: string): Promise<void>;
}

export function openLimit(store: LimitStore, limit: Limit, options?: WindowOptions): SharedLimit {
  const exceeded = createWindows(options);
  return {
    async count(key) {
      const window = exceeded.find(key);
      if (window) return exceeded.stateOf(window);
      const [state] = await store.add([{ limit, key, attempts: 1, endsIn: limit.windowMs }]);
      if (state!.attempts > limit.max) exceeded.open(key, state!);
      return state!;
    },
    find: (key) => store.find(limit, key),
    restart: (key) => store.restart(limit, key),
  };
}

/** Keys can be addresses of people: only their hashes are stored. */
function storedKey({ name }: Limit, key: string): string {
  return hash("sha256", `${name} ${key}`, "base64url");
}

/** The database's clock when the statement began, in ms since 1970: the clocks of processes differ. */
const time = "(extract(epoch from statement_timestamp()) * 1000)::bigint";

/**
 * Whether a window is open. One that ends in more than twice its length began before the clock was set back; one that
 * ends a little late was begun by another process while this statement waited for it.
 */
const isOpen = (longest: string) => `known.expire between ${time} and ${time} + ${longest}`;

const state = `points as attempts, (expire - ${time})::integer as "endsIn"`;

/** Ordered by key, so that processes cannot deadlock. */
const addDeltas = `
  insert into request_limits as known (key, points, expire)
  select key, attempts, ${time} + ends_in
  from unnest($1::text[], $2::integer[], $3::integer[]) as deltas (key, attempts, ends_in)
  order by key
  on conflict (key) do update set
    points = excluded.points + case when ${isOpen("$4")} then known.points else 0 end,
    expire = case when ${isOpen("$4")} then known.expire else excluded.expire end
  returning key, ${state}`;

const findWindow = `select ${state} from request_limits known where key = $1 and ${isOpen("$2")}`;

const restartWindow = `
  insert into request_limits (key, points, expire) values ($1, 1, ${time} + $2)
  on conflict (key) do update set points = excluded.points, expire = excluded.expire`;

/** Counts in the table `request_limits` of the site's database. */
export function postgresLimits(pool: Pick<Pool, "query">): LimitStore {
  return {
    async add(deltas) {
      const keys = deltas.map(({ limit, key }) => storedKey(limit, key));
      const { rows } = await pool.query<WindowState & { key: string }>({
        name: "add-limits",
        text: addDeltas,
        values: [
          keys,
          deltas.map(({ attempts }) => attempts),
          deltas.map(({ endsIn }) => Math.ceil(endsIn)),
          2 * Math.max(...deltas.map(({ limit }) => limit.windowMs)),
        ],
      });
      const states = new Map(rows.map(({ key, attempts, endsIn }) => [key, { attempts, endsIn }]));
      return keys.map((key) => states.get(key)!);
    },
    async find(limit, key) {
      const values = [storedKey(limit, key), 2 * limit.windowMs];
      const { rows } = await pool.query<WindowState>(findWindow, values);
      return rows[0] ?? null;
    },
    async restart(limit, key) {
      await pool.query(restartWindow, [storedKey(limit, key), limit.windowMs]);
    },
  };
}
