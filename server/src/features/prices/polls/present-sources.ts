import { formatCount } from "contract/core/counts.ts";
import type { FailingSource } from "contract/dashboard/api.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { PolledSource, SourceProgress, SourceRun, SourceState } from "contract/prices/source-schema.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { PollRow } from "./queries.ts";
import type { CheckedOffers, ListedSource } from "./queries-sources.ts";
import { dueAt, scheduleOf } from "./schedule.ts";

export interface SourceStats {
  /** By store and country, such as `steam US`. */
  checked: ReadonlyMap<string, CheckedOffers>;
  /** In the last 24 hours, by source. */
  read: ReadonlyMap<string, { seen: number; changed: number }>;
}

export function toPolledSource(
  source: ListedSource,
  settings: SiteSettings,
  stats: SourceStats,
  now: Date,
): PolledSource {
  const { key, store, country, paused, failures, version, polls, isRunning } = source;
  const schedule = scheduleOf(settings, key);
  const [last] = polls;
  const due = isRunning ? null : dueAt(polls, schedule.hours, source, now);
  return {
    key,
    name: nameOfSource(source),
    store,
    country,
    state: stateOf(source, settings),
    health: healthOf(source, stats),
    schedule,
    paused,
    failures,
    last_run: last ? toSourceRun(last) : null,
    next_run_at: due?.toISOString() ?? null,
    version,
  };
}

export function toSourceRun(poll: PollRow): SourceRun {
  const { id, state, startedAt, finishedAt, complete, seen, changed, unmatched, refused, closed } = poll;
  return {
    id,
    state,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    duration_seconds: finishedAt && Math.max(0, (finishedAt.getTime() - startedAt.getTime()) / 1_000),
    complete,
    seen,
    changed,
    unmatched,
    refused,
    closed,
    refusals: poll.refusals,
    problem: poll.problem,
  };
}

export function toSourceProgress(source: ListedSource, settings: SiteSettings): SourceProgress {
  const { seen = 0, changed = 0 } = source.polls[0] ?? {};
  return { key: source.key, state: stateOf(source, settings), seen, changed };
}

function stateOf({ key, paused, requestedAt, polls, isRunning }: ListedSource, settings: SiteSettings): SourceState {
  const [last] = polls;
  if (isRunning) return "running";
  if (paused) return "paused";
  if (requestedAt) return "requested";
  if (scheduleOf(settings, key).hours === 0) return "off";
  if (!last) return "new";
  if (last.state === "running") return "interrupted";
  return last.problem === null ? "waiting" : "failed";
}

const ownNames: Record<string, string> = {
  "catalogue-list": "Steam's list of games",
  "catalogue-steam": "Steam's game details",
  "catalogue-gog": "GOG's games",
  "steam-players": "Steam players",
};

/** The displayed name: `Steam`, `GOG (GB)`, `Feed of Fanatical`. */
export function nameOfSource({ key, store, country, storeName }: Omit<ListedSource, "polls" | "isRunning">): string {
  const own = ownNames[key];
  if (own) return own;
  const place = country === firstCountry ? "" : ` (${country})`;
  if (key === "epic" || key.startsWith("epic-")) return `Epic giveaways${place}`;
  const hasInterface = ["steam", "gog"].includes(store) && !key.startsWith("feed-");
  return `${hasInterface ? storeName : `Feed of ${storeName}`}${place}`;
}

/** Sources that read only a part of what a store sells. */
const isPartial = (key: string) => key in ownNames || key === "epic" || key.startsWith("epic-");

function healthOf(source: ListedSource, { checked, read }: SourceStats): string {
  const name = nameOfSource(source);
  if (isPartial(source.key)) {
    const { seen, changed } = read.get(source.key) ?? { seen: 0, changed: 0 };
    return `${name}: ${formatCount(seen)} read and ${formatCount(changed)} changed in the last 24 hours`;
  }
  const counts = checked.get(`${source.store} ${source.country}`);
  if (!counts) return `${name}: no offers yet`;
  return `${name}: ${formatCount(counts.checked)} of ${formatCount(counts.offers)} offers checked in the last 24 hours`;
}

export function toFailingSource(source: ListedSource): FailingSource {
  const { key, failures, polls } = source;
  const problem = polls.find((poll) => poll.problem !== null)?.problem ?? "";
  return { key, name: nameOfSource(source), failures, problem };
}
