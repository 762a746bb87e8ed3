import { type SiteSettings, shippedSettings } from "contract/site-config/catalogue.ts";
import type { PollRow } from "./queries.ts";

const hourMs = 3_600_000;
/**
 * How long a source is left alone after it failed once; twice as long after each further failure, up to its schedule.
 */
const firstPauseMs = 10 * 60_000;

export interface Schedule {
  /** From the beginning of one poll to the next; 0 = never. */
  hours: number;
  /** The setting that says so. */
  setting: keyof SiteSettings | null;
}

/** The schedule of a source, such as `steam`, `steam-gb` or `feed-fanatical-gb`. */
export function scheduleOf(settings: SiteSettings, source: string): Schedule {
  const kind = source.startsWith("feed-") ? "other" : source.replace(/-[a-z]{2}$/, "");
  // settings have names of letters, digits and `_`
  const setting = `sync.${kind.replaceAll("-", "_")}`;
  if (!(setting in shippedSettings)) return { hours: 0, setting: null };
  return { hours: Number(settings[setting as keyof SiteSettings]), setting: setting as keyof SiteSettings };
}

/** What administrators have said about a source. */
export interface Orders {
  paused: boolean;
  requestedAt: Date | null;
}

/**
 * When a source is to be polled next; `null` = never. `polls` are its latest, the last one first. One that broke off is
 * resumed, and a failed one is retried early.
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

/** Whether a source is to be polled now. */
export function isDue(polls: readonly PollRow[], hours: number, orders: Orders | null, now: Date): boolean {
  const due = dueAt(polls, hours, orders, now);
  return due !== null && due <= now;
}
