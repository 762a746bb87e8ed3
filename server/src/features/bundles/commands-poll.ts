import { maskAddress } from "contract/prices/feed-rules.ts";
import { shrinkProblem } from "contract/prices/list-loss.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq } from "../../platform/db/drizzle.ts";
import type { Env } from "../../platform/process/env.ts";
import { type DailyOptions, type DailySource, readDaily } from "../prices/polls/commands-daily.ts";
import type { SourceClient } from "../prices/sources/client.ts";
import { importBundles } from "./commands-import.ts";
import { readBundleFile } from "./sources/read-file.ts";
import { bundleReadings as readings } from "./table.ts";

export interface BundlePollOptions extends DailyOptions {
  db: Db;
  env: Pick<Env, "bundleSources">;
  client: Pick<SourceClient, "stream">;
}

const limits = { maxBytes: 50_000_000, totalMs: 120_000 };

/**
 * Reads the addresses of BUNDLE_SOURCES once a day (docs/spec/bundles.md 2), and imports what they list; the bundles
 * that one no longer lists stay.
 */
export function pollBundles(options: BundlePollOptions): Promise<void> {
  const sources = options.env.bundleSources.map((address) => toSource(address, options));
  return readDaily(sources, options);
}

function toSource(address: string, { db, client, signal }: BundlePollOptions): DailySource {
  // its query may hold a key
  const source = maskAddress(address);
  return {
    name: `the bundles of ${source}`,
    findLast: async () => (await findLast(db, source))?.at,
    async read(now) {
      const response = await client.stream(address, { signal, ...limits });
      const body = Buffer.concat(await Array.fromAsync(response.body));
      const file = await readBundleFile(jsonOfPage(body), now);
      const seen = file.bundles.length;
      const problem = await findProblem(db, source, seen);
      await db.transaction(async (tx) => {
        if (!problem) await importBundles(tx, null, file, { now, from: source });
        await tx.insert(readings).values({ source, state: problem ? "held" : "applied", at: now, seen, problem });
      });
      return problem;
    },
    async recordFailure(now, problem) {
      await db.insert(readings).values({ source, state: "failed", at: now, seen: 0, problem });
    },
  };
}

type Reading = typeof readings.$inferSelect;

async function findLast(db: Db, source: string, state?: Reading["state"]): Promise<Reading | undefined> {
  const isOfState = state && eq(readings.state, state);
  const isWanted = and(eq(readings.source, source), isOfState);
  const [last] = await db.select().from(readings).where(isWanted).orderBy(desc(readings.id)).limit(1);
  return last;
}

/** Why a reading is held, or `null`. Bundles end together: a list that is as short the next day is not broken. */
async function findProblem(db: Db, source: string, seen: number): Promise<string | null> {
  const last = await findLast(db, source);
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
