import { AppError } from "contract/core/errors.ts";
import { maskAddress } from "contract/prices/feed-rules.ts";
import { shrinkProblem } from "contract/subscriptions/rules.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq } from "../../platform/db/drizzle.ts";
import type { Env } from "../../platform/process/env.ts";
import type { SourceClient } from "../prices/sources/client.ts";
import { SourceError } from "../prices/sources/source.ts";
import { importBundles } from "./commands-import.ts";
import { readBundleFile } from "./sources/read-file.ts";
import { bundleReadings as readings } from "./table.ts";

export interface BundlePollOptions {
  db: Db;
  env: Pick<Env, "bundleSources">;
  client: Pick<SourceClient, "stream">;
  log: Pick<FastifyBaseLogger, "warn">;
  /** Aborts a running reading. */
  signal: AbortSignal;
  clock: () => Date;
}

/** Shorter than a day, so that hourly runs do not move the time of day. */
const pauseMs = 23 * 3_600_000;

const limits = { maxBytes: 50_000_000, totalMs: 120_000 };

/**
 * Reads the addresses of BUNDLE_SOURCES once a day (docs/spec/bundles.md 2), and imports what they list; the bundles
 * that one no longer lists stay. One that fails is recorded, and tried again the next day.
 */
export async function pollBundles(options: BundlePollOptions): Promise<void> {
  const { db, env, client, log, signal, clock } = options;
  for (const address of env.bundleSources) {
    // its query may hold a key
    const source = maskAddress(address);
    const now = clock();
    const last = await findLast(db, source);
    if (last && now.getTime() - last.at.getTime() < pauseMs) continue;
    try {
      const response = await client.stream(address, { signal, ...limits });
      const body = Buffer.concat(await Array.fromAsync(response.body));
      const file = await readBundleFile(jsonOfPage(body), now);
      const seen = file.bundles.length;
      const problem = await findProblem(db, source, seen, last);
      await db.transaction(async (tx) => {
        if (!problem) await importBundles(tx, null, file, { now, from: source });
        await tx.insert(readings).values({ source, state: problem ? "held" : "applied", at: now, seen, problem });
      });
      if (problem) log.warn(`the bundles of ${source} are held: ${problem}`);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SourceError || error instanceof AppError)) throw error;
      await db.insert(readings).values({ source, state: "failed", at: now, seen: 0, problem: error.message });
      log.warn(`failed to read the bundles of ${source}: ${error.message}`);
    }
  }
}

type Reading = typeof readings.$inferSelect;

async function findLast(db: Db, source: string, state?: Reading["state"]): Promise<Reading | undefined> {
  const isOfState = state && eq(readings.state, state);
  const isWanted = and(eq(readings.source, source), isOfState);
  const [last] = await db.select().from(readings).where(isWanted).orderBy(desc(readings.id)).limit(1);
  return last;
}

/** Why a reading is held, or `null`. Bundles end together: a list that is as short the next day is not broken. */
async function findProblem(db: Db, source: string, seen: number, last: Reading | undefined): Promise<string | null> {
  const applied = await findLast(db, source, "applied");
  const problem = shrinkProblem(seen, applied?.seen ?? null, "bundles");
  const isConfirmed = last?.state === "held" && last.seen > 0 && shrinkProblem(seen, last.seen) === null;
  return isConfirmed ? null : problem;
}

const pageStart = 'id="landingPage-json-data"';

/** The JSON in a page that lists Humble's bundles; any other body as it is. */
function jsonOfPage(body: Buffer): Buffer {
  const start = body.indexOf(">", body.indexOf(pageStart));
  const end = body.indexOf("</script>", start);
  return body.includes(pageStart) && start > 0 && end > 0 ? body.subarray(start + 1, end) : body;
}
