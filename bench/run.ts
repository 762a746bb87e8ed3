// npm run bench, or of it: npm run bench -- --quick --only calls,pages; npm run bench -- --lighthouse
// npm run bench -- --cluster, or of it: --cluster --only day
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import type { Connection, Db } from "../server/src/db/connect.ts";
import { findSearchTerms } from "./addresses.ts";
import { measureCalls, measurePages } from "./calls.ts";
import type { CaseSubjects } from "./cases.ts";
import { measureChanges } from "./changes.ts";
import { type ClusterPart, clusterParts, measureCluster } from "./cluster.ts";
import { measureFeed } from "./feed.ts";
import { measureImport } from "./import.ts";
import { indexedTitle, largeFolder, openLargeCatalogue, plainTitle, signIn } from "./large-catalogue.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMemory } from "./memory.ts";
import { stopAll, watch } from "./process.ts";
import { describeMachine, type Section, toMarkdown, writeSections } from "./report.ts";
import { startSite } from "./site.ts";

const partsOfLargeSite = ["calls", "pages", "changes", "feed", "memory"] as const;
const partsOfOneProcess = [...partsOfLargeSite, "import", "lighthouse"] as const;
type Part = (typeof partsOfOneProcess)[number] | ClusterPart;

const full = { rounds: 5, seconds: 1, prices: 30, feeds: 7, rebuilds: 5, starts: 3, lighthouse: 3 };
const quick = { rounds: 1, seconds: 0.5, prices: 5, feeds: 2, rebuilds: 1, starts: 1, lighthouse: 1 };

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean" },
    only: { type: "string" },
    lighthouse: { type: "boolean" },
    cluster: { type: "boolean" },
    minutes: { type: "string" },
  },
});
const amount = flags.quick ? quick : full;
const parts = choose();
const minutes = readMinutes();

/** What has to be given back, also when somebody ends the run early. */
let open = new AsyncDisposableStack();
let givingBack: Promise<void> | undefined;
// One Ctrl-C comes several times: from the terminal, and from npm.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(
    signal,
    () =>
      void stopAll()
        .then(giveBack)
        .finally(() => process.exit(1)),
  );
}

try {
  await measure();
} finally {
  await giveBack();
}
process.exit();

function giveBack(): Promise<void> {
  givingBack ??= open.disposeAsync();
  return givingBack;
}

function choose(): ReadonlySet<Part> {
  if (flags.lighthouse) return new Set(["lighthouse"]);
  const here: readonly string[] = flags.cluster ? clusterParts : partsOfOneProcess;
  const wanted = flags.only?.split(",") ?? here.filter((part) => part !== "lighthouse");
  const unknown = wanted.find((part) => !here.includes(part));
  if (unknown === undefined) return new Set(wanted as Part[]);
  console.error(`There is no part ${unknown}; the parts are ${here.join(", ")}`);
  process.exit(1);
}

function readMinutes(): number | undefined {
  const minutes = Number(flags.minutes ?? 1);
  if (minutes > 0) return flags.minutes === undefined ? undefined : minutes;
  console.error(`--minutes is a number above 0, and not ${flags.minutes}`);
  process.exit(1);
}

/** One part after the other; memory comes after the parts that fill it. */
async function measure(): Promise<void> {
  const take = async (part: Part, work: () => Promise<Section>) => {
    if (!parts.has(part)) return;
    console.log(`Measuring: ${part}`);
    const machine = describeMachine();
    const section = toMarkdown(await work(), machine);
    console.log(`\n${section}`);
    // at once: a later part may fail, and this one took its time
    if (!flags.quick) writeSections([section]);
  };

  if (partsOfLargeSite.some((part) => parts.has(part))) await measureLargeSite(take);
  await take("import", () => measureImport(amount.starts));
  await take("lighthouse", () => measureLighthouse(amount.lighthouse));
  if (flags.cluster) await measureCluster({ quick: flags.quick ?? false, minutes, take, keep: open.defer.bind(open) });
  if (flags.quick) console.log("A quick run: results.md stays as it is.");
}

type Take = (part: Part, work: () => Promise<Section>) => Promise<void>;

async function measureLargeSite(take: Take): Promise<void> {
  const { db, connection, close } = await openLargeCatalogue();
  open.defer(close);
  const subjects = await findSubjects(db);
  const site = await startSite(largeFolder);
  open.defer(site.stop);
  const atStart = await site.vitals();
  const servers = { site: site.url };
  await take("calls", async () => {
    const sql = await startBaseline(connection, plainTitle);
    const trigrams = await startBaseline(connection, indexedTitle);
    return measureCalls(subjects, { ...servers, sql, trigrams }, amount);
  });
  await take("pages", () => measurePages(subjects, servers, amount));
  await take("changes", async () => {
    const second = await startSite(largeFolder);
    return measureChanges([site, second], db, amount.prices).finally(second.stop);
  });
  await take("feed", () => measureFeed(db, amount.feeds));
  await take("memory", () => measureMemory(site, db, { atStart, rebuilds: amount.rebuilds }));
  // what comes next is measured alone
  await open.disposeAsync();
  open = new AsyncDisposableStack();
}

async function findSubjects(db: Db): Promise<CaseSubjects> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from games where not explicit order by id`);
  const ids = rows.map(({ id }) => id);
  return { ids, terms: await findSearchTerms(db, ids), signedIn: { ...(await signIn(db)) } };
}

/** Starts the plain SQL in a process of its own; answers its address. */
async function startBaseline(connection: Connection, searchedColumn: string): Promise<string> {
  const baseline = watch("bench/baseline.ts", [JSON.stringify(connection), searchedColumn]);
  open.defer(baseline.stop);
  const [, url] = await baseline.says(/The baseline is at (http:\S+)/);
  return url!;
}
