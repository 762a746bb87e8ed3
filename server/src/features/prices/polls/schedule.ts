import { defaultSettings, type SiteSettings } from "contract/site-config/defaults.ts";
import type { PollRow } from "./queries.ts";

const hourMs = 3_600_000;
/**
 * The pause after the first failure of a source; doubles with each further failure, up to its schedule.
 */
const firstPauseMs = 10 * 60_000;

export interface Schedule {
  /** From the beginning of one poll to the next; 0 = never. */
  hours: number;
  /** The setting that defines it. */
  setting: keyof SiteSettings | null;
}

/** The schedule of a source, such as `steam`, `steam-gb` or `feed-fanatical-gb`. */
export function scheduleOf(settings: SiteSettings, source: string): Schedule {
  const kind = source.startsWith("feed-") ? "other" : source.replace(/-[a-z]{2}$/, "");
  // settings have names of letters, digits and `_`
  const setting = `sync.${kind.replaceAll("-", "_")}`;
  if (!(setting in defaultSettings)) return { hours: 0, setting: null };
  return { hours: Number(settings[setting as keyof SiteSettings]), setting: setting as keyof SiteSettings };
}

/** Administrators' settings for a source. */
export interface Orders {
  paused: boolean;
  requestedAt: Date | null;
}

/**
 * When the next poll of a source is due; `null` = never. `polls` are its latest, the last one first. An interrupted
 * poll is continued immediately, and a failed one retried early.
 */
export function dueAt(polls: readonly PollRow[], hours: number, orders: Orders | null, now: Date): Date | null {
  const [last] = polls;
  if (orders?.paused) return null;
  if (orders?.requestedAt) return orders.requestedAt;
  if (hours === 0) return null;
  if (!last || last.state === "running") return now;
  const pause = hours * hourMs;
  if (last.state === "done") return new Date(last.startedAt.getTime() + pause);
  const succeeded = polls.findIndex(({ state }) => state === "done");
  const failures = succeeded === -1 ? polls.length : succeeded;
  return new Date(last.finishedAt!.getTime() + Math.min(pause, firstPauseMs * 2 ** (failures - 1)));
}

/** Whether a poll of the source is due. */
export function isDue(polls: readonly PollRow[], hours: number, orders: Orders | null, now: Date): boolean {
  const due = dueAt(polls, hours, orders, now);
  return due !== null && due <= now;
}
