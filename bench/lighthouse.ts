import { join } from "node:path";
import type { GameList } from "contract/games/schema.ts";
import lighthouse, { type Result } from "lighthouse";
import { chromium } from "playwright-core";
import { freePort } from "../server/src/test/free-port.ts";
import { median } from "./load.ts";
import { benchFolder } from "./process.ts";
import { type Bar, formatNumber, type Section } from "./report.ts";
import { startSite } from "./site.ts";

/** The least score of each category, of 100. */
const leastScores = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;

type Category = keyof typeof leastScores;
const categories = Object.keys(leastScores) as Category[];

const browserFlags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** What Lighthouse thinks of a phone's first look at three pages, over the sample catalogue. */
export async function measureLighthouse(runs: number): Promise<Section> {
  const title = "Lighthouse, mobile";
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) {
    return { title, about: "Skipped: no Chromium was found, and CHROME_PATH names none.", tables: [], bars: [] };
  }
  await using open = new AsyncDisposableStack();
  const site = await startSite(join(benchFolder, "sample"));
  open.defer(() => site.stop());
  const port = await freePort();
  const browser = await chromium.launch({ executablePath, args: [...browserFlags, `--remote-debugging-port=${port}`] });
  open.defer(() => browser.close());

  const { games } = (await (await fetch(`${site.url}/api/games?limit=1`)).json()) as GameList;
  const paths = { "/": "/", "/games": "/games", "/games/{id}": `/games/${games[0]!.id}` };
  const pages: PageResult[] = [];
  for (const [name, path] of Object.entries(paths)) {
    // What a page makes on its first request, such as pictures, is there for everybody after it.
    await (await fetch(site.url + path)).text();
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) {
      console.log(`  ${name}`);
      const answer = await lighthouse(site.url + path, { port, logLevel: "error", output: "json" });
      results.push(answer!.lhr);
    }
    pages.push({ name, results });
  }
  return {
    title,
    about: `Lighthouse ${pages[0]!.results[0]!.lighthouseVersion} with its own throttling of a phone on a slow mobile network; sample
catalogue; median of ${runs} runs.`,
    tables: [toTable(pages), toFailures(pages)].filter((table) => table.length > 1),
    bars: pages.flatMap(toBars),
  };
}

interface PageResult {
  name: string;
  results: Result[];
}

function scoreOf({ results }: PageResult, category: Category): number {
  return median(results.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100)));
}

function toTable(pages: readonly PageResult[]): string[][] {
  const metrics = {
    "first contentful paint, s": "first-contentful-paint",
    "largest contentful paint, s": "largest-contentful-paint",
    "speed index, s": "speed-index",
  };
  const medianOf = ({ results }: PageResult, audit: string) =>
    median(results.map((result) => result.audits[audit]?.numericValue ?? 0));
  return [
    ["Page", ...categories, ...Object.keys(metrics), "total blocking time, ms", "layout shift"],
    ...pages.map((page) => [
      page.name,
      ...categories.map((category) => String(scoreOf(page, category))),
      ...Object.values(metrics).map((audit) => formatNumber(medianOf(page, audit) / 1000)),
      formatNumber(medianOf(page, "total-blocking-time")),
      medianOf(page, "cumulative-layout-shift").toFixed(3),
    ]),
  ];
}

/** What keeps a page from full marks: audits that count and did not pass in any of the runs. */
function toFailures(pages: readonly PageResult[]): string[][] {
  const failures = pages.flatMap(({ name, results }) =>
    categories.flatMap((category) => {
      const counting = results[0]!.categories[category]!.auditRefs.filter(({ weight }) => weight > 0);
      return counting.flatMap(({ id }) => {
        const scores = results.map((result) => result.audits[id]?.score ?? null).filter((score) => score !== null);
        if (scores.length === 0 || Math.max(...scores) >= 0.9) return [];
        const { title, displayValue } = results[0]!.audits[id]!;
        return [[name, category, displayValue ? `${title} (${displayValue})` : title]];
      });
    }),
  );
  return [["Page", "Category", "Audit that does not pass"], ...failures];
}

function toBars(page: PageResult): Bar[] {
  return categories.map((category) => {
    const score = scoreOf(page, category);
    const least = leastScores[category];
    return { what: `${page.name}: ${category}`, bar: `≥ ${least}`, measured: String(score), met: score >= least };
  });
}
