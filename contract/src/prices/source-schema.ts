import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";

const count = z.number().int().nonnegative();

/** The key of a source, such as `steam`, `gog-gb` or `feed-fanatical-gb`. */
export const SourceKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, "Expected the key of a source");

/** The current state of a source. */
export const SourceState = z
  .enum(["running", "requested", "paused", "off", "interrupted", "failed", "new", "waiting"])
  .meta({
    description:
      "`requested`: about to run; `off`: never scheduled; `interrupted`: its run resumes soon; `failed`: its last " +
      "run failed; `new`: never run; `waiting`: for its next run",
  });
export type SourceState = z.output<typeof SourceState>;

/** Entries of a source that were rejected for one reason, or lost a value (`cell`). */
export const RefusalCount = z
  .object({
    reason: z.enum(["shape", "currency", "price", "platform", "region", "repeated", "zero", "cell"]),
    count,
    example: z.string().meta({ description: "Message about one of them" }),
  })
  .meta({ id: "RefusalCount" });
export type RefusalCount = z.output<typeof RefusalCount>;

/** One run: a reading of a source from start to end. */
export const SourceRun = z
  .object({
    id: z.number().int(),
    state: z.enum(["running", "done", "failed"]),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    duration_seconds: z.number().nonnegative().nullable().meta({ description: "`null` until it ends" }),
    complete: z.boolean().meta({ description: "The run read the source to its end" }),
    seen: count,
    changed: count,
    unmatched: count,
    refused: count,
    closed: count.meta({ description: "Offers that ended because they had not been seen for long" }),
    refusals: z.array(RefusalCount).meta({ description: "Rejected products by reason, most frequent first" }),
    problem: z.string().nullable(),
  })
  .meta({ id: "SourceRun" });
export type SourceRun = z.output<typeof SourceRun>;

/** An external interface from which prices or games are read. */
export const PolledSource = z
  .object({
    key: SourceKey,
    name: z.string(),
    store: StoreKey,
    country: z.string(),
    state: SourceState,
    health: z.string().meta({ description: "One sentence" }),
    schedule: z.object({
      hours: z.number().nonnegative().meta({ description: "Interval between runs; 0 = never" }),
      setting: z.string().nullable().meta({ description: "The setting that defines it" }),
    }),
    paused: z.boolean(),
    failures: count.meta({ description: "Consecutive failed runs" }),
    last_run: SourceRun.nullable(),
    next_run_at: z.string().nullable().meta({ description: "`null` = none scheduled" }),
    version: z.number().int(),
  })
  .meta({ id: "PolledSource" });
export type PolledSource = z.output<typeof PolledSource>;

/** The progress of a source's latest run. */
export const SourceProgress = z
  .object({ key: SourceKey, state: SourceState, seen: count, changed: count })
  .meta({ id: "SourceProgress" });
export type SourceProgress = z.output<typeof SourceProgress>;
