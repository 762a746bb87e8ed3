import { sql } from "drizzle-orm";
import type { Db } from "../server/src/db/connect.ts";
import { findSearchTerms } from "./addresses.ts";
import { type FilledDatabase, openEmbedded, openOnServer, openSized } from "./catalogues.ts";
import type { DaySubjects } from "./day.ts";
import { type DayEffort, describeDay, type MeasuredDay, measureDay } from "./day-load.ts";
import { describeGrowth, type Growth, type GrowthEffort, measureGrowth } from "./growth.ts";
import { large, largeFolder } from "./large-catalogue.ts";
import { makeMembers, removeMembers } from "./members.ts";
import { whyNoProxy } from "./proxy.ts";
import type { Section } from "./report.ts";
import { measureScaling, type ScalingEffort } from "./scaling.ts";
import { measureSoak, type SoakEffort } from "./soak.ts";
import { topologies } from "./topologies.ts";

export const clusterParts = ["day", "scaling", "growth", "soak"] as const;
export type ClusterPart = (typeof clusterParts)[number];

interface Effort {
  day: DayEffort;
  scaling: ScalingEffort;
  growth: GrowthEffort;
  soak: SoakEffort;
}

const full: Effort = {
  day: { warmUp: 15, rounds: 5, press: 4, arrive: 10 },
  scaling: { rounds: 7, seconds: 8 },
  growth: { starts: 3, deltas: 60, prices: 20, questions: 2_000 },
  soak: { minutes: 30, rate: 1_000 },
};
const quick: Effort = {
  day: { warmUp: 2, rounds: 1, press: 2, arrive: 4 },
  scaling: { rounds: 1, seconds: 2 },
  growth: { starts: 1, deltas: 5, prices: 2, questions: 100 },
  soak: { minutes: 1, rate: 20 },
};

/** Nothing of what is asked there reads through the whole history. */
const history = 1_000_000;
const largeOnServer = { games: large.games, history };
const sizes = [{ games: 10_000, history }, large, { games: 500_000, history }];

interface Options {
  quick: boolean;
  /** How long the soak takes, when not as long as usual. */
  minutes: number | undefined;
  /** Is told what has to be given back, also when somebody ends the run early. */
  keep(close: () => Promise<void>): void;
  take(part: ClusterPart, work: () => Promise<Section>): Promise<void>;
}

/** What several processes do on a server, and what one does as catalogues and days grow. */
export async function measureCluster({ quick: isQuick, minutes, take, keep }: Options): Promise<void> {
  const effort = isQuick ? quick : full;

  /** Until the work is done, or the run is ended. */
  async function holding<T>(
    opening: Promise<FilledDatabase>,
    work: (database: FilledDatabase) => Promise<T>,
  ): Promise<T> {
    const database = await opening;
    keep(database.close);
    return work(database).finally(database.close);
  }

  await take("day", async () => {
    const noProxy = whyNoProxy();
    const days: MeasuredDay[] = [];
    for (const kind of ["embedded", "server"] as const) {
      const chosen = topologies.filter(({ database, withProxy }) => database === kind && !(withProxy && noProxy));
      const opening = kind === "embedded" ? openEmbedded(largeFolder, large) : openOnServer(largeOnServer);
      await holding(opening, async (database) => {
        await using crowd = await gather(database.db);
        for (const topology of chosen) {
          console.log(`  ${topology.name}`);
          days.push(await measureDay(topology, database, crowd.subjects, effort.day));
        }
      });
    }
    return describeDay(days, effort.day, noProxy);
  });

  await take("scaling", () =>
    holding(openOnServer(largeOnServer), async (database) => {
      await using crowd = await gather(database.db);
      return await measureScaling(database, crowd.subjects, effort.scaling);
    }),
  );

  await take("growth", async () => {
    const grown: Growth[] = [];
    for (const size of sizes) {
      console.log(`  ${size.games} games`);
      const opening = size === large ? openEmbedded(largeFolder, large) : openSized(size);
      const growth = await holding(opening, async (database) => {
        return measureGrowth(size.games, database, await findPlaces(database.db), effort.growth);
      });
      grown.push(growth);
    }
    return describeGrowth(grown, effort.growth);
  });

  await take("soak", () =>
    holding(openOnServer(largeOnServer), async (database) => {
      await using crowd = await gather(database.db);
      return await measureSoak(database, crowd.subjects, { ...effort.soak, ...(minutes !== undefined && { minutes }) });
    }),
  );
}

async function findPlaces(db: Db): Promise<Pick<DaySubjects, "ids" | "terms">> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from games where not explicit order by id`);
  const ids = rows.map(({ id }) => id);
  return { ids, terms: await findSearchTerms(db, ids) };
}

/** What a day is about, with people who go when it is left: what is done with them has to be awaited there. */
async function gather(db: Db): Promise<{ subjects: DaySubjects } & AsyncDisposable> {
  const places = await findPlaces(db);
  const subjects = { ...places, members: await makeMembers(db, places.ids) };
  return { subjects, [Symbol.asyncDispose]: () => removeMembers(db) };
}
