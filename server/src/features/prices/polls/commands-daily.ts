import { AppError } from "contract/core/errors.ts";
import type { FastifyBaseLogger } from "fastify";
import { SourceError } from "../sources/source.ts";

/** Something that is read once a day. */
export interface DailySource {
  /** For the log: `the bundles of https://…`. */
  name: string;
  findLast(): Promise<Date | null | undefined>;
  /** Reads it and uses what it says. Returns why that is held, or `null`. */
  read(now: Date): Promise<string | null>;
  /** Notes a reading that failed. */
  recordFailure(now: Date, problem: string): Promise<void>;
}

export interface DailyOptions {
  log: Pick<FastifyBaseLogger, "warn">;
  /** Aborts a running reading. */
  signal: AbortSignal;
  clock: () => Date;
}

/** Shorter than a day, so that hourly runs do not move the time of day. */
const pauseMs = 23 * 3_600_000;

/** Reads the sources that are due. Whatever fails is recorded, and tried again the next day; the others are read. */
export async function readDaily(sources: Iterable<DailySource>, { log, signal, clock }: DailyOptions): Promise<void> {
  for (const source of sources) {
    if (signal.aborted) return;
    const now = clock();
    try {
      const last = await source.findLast();
      if (last && now.getTime() - last.getTime() < pauseMs) continue;
      const problem = await source.read(now);
      if (problem) log.warn(`${source.name} are held: ${problem}`);
    } catch (error) {
      if (signal.aborted) return;
      await recordFailure(source, { error, now, log });
    }
  }
}

async function recordFailure(
  source: DailySource,
  { error, now, log }: { error: unknown; now: Date } & Pick<DailyOptions, "log">,
): Promise<void> {
  const isExpected = error instanceof SourceError || error instanceof AppError;
  const problem = isExpected ? error.message : "It failed unexpectedly; the log says why";
  const text = `failed to read ${source.name}: ${isExpected ? problem : String(error)}`;
  if (isExpected) log.warn(text);
  else log.warn({ err: error }, text);
  await source
    .recordFailure(now, problem)
    .catch((err: unknown) => log.warn({ err }, `failed to record that ${source.name} could not be read`));
}
