import { sql } from "drizzle-orm";
import type { Db } from "../server/src/db/connect.ts";
import { findSearchTerms } from "./addresses.ts";
import { type FilledDatabase, openEmbedded, openOnServer } from "./catalogues.ts";
import type { DaySubjects } from "./day.ts";
import { describeDay, type MeasuredDay, measureDay } from "./day-load.ts";
import { games, history, largeFolder } from "./large-catalogue.ts";
import { makeMembers, removeMembers } from "./members.ts";
import { whyNoProxy } from "./proxy.ts";
import type { Section } from "./report.ts";
import { topologies } from "./topologies.ts";

const full = { day: { warmUp: 8, press: 10, arrive: 20 } };
const quick: typeof full = { day: { warmUp: 2, press: 2, arrive: 4 } };

export const clusterParts = ["day"] as const;
export type ClusterPart = (typeof clusterParts)[number];

const large = { games, history };
/** The server's database needs no history of that length: nothing here reads through all of it. */
const largeOnServer = { games, history: 1_000_000 };

interface Options {
  quick: boolean;
  /** How long the soak takes, when not as long as usual. */
  minutes: number | undefined;
  /** Is told what has to be given back, also when somebody ends the run early. */
  keep(close: () => Promise<void>): void;
  take(part: ClusterPart, work: () => Promise<Section>): Promise<void>;
}

/** What several processes on a server do, and what one process does as catalogues grow. */
export async function measureCluster({ quick: isQuick, take, keep }: Options): Promise<void> {
  const amount = isQuick ? quick : full;
  await take("day", async () => {
    const noProxy = whyNoProxy();
    const days: MeasuredDay[] = [];
    for (const kind of ["embedded", "server"] as const) {
      await using database = await openLarge(kind);
      if (!database) continue;
      keep(database.close);
      await using prepared = await prepare(database);
      for (const topology of topologies) {
        if (topology.database !== kind || (topology.withProxy && noProxy)) continue;
        console.log(`  ${topology.name}`);
        days.push(await measureDay(topology, database, prepared.subjects, amount.day));
      }
    }
    return describeDay(days, amount.day, noProxy);
  });
}

/** `null` where the machine has no PostgreSQL of its own. */
async function openLarge(kind: "embedded" | "server"): Promise<(FilledDatabase & AsyncDisposable) | null> {
  const database = kind === "embedded" ? await openEmbedded(largeFolder, large) : await openOnServer(largeOnServer);
  return database && { ...database, [Symbol.asyncDispose]: database.close };
}

/** Makes people for the day; they go with the end of it. */
async function prepare({ db }: { db: Db }): Promise<{ subjects: DaySubjects } & AsyncDisposable> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from games where not explicit order by id`);
  const ids = rows.map(({ id }) => id);
  const subjects = { ids, terms: await findSearchTerms(db, ids), members: await makeMembers(db, ids) };
  return { subjects, [Symbol.asyncDispose]: () => removeMembers(db) };
}
