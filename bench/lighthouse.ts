import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { GameList } from "contract/games/schema.ts";
import { chromium } from "playwright-core";
import { freePort } from "../server/src/test/servers/free-port.ts";
import { median, send } from "./load.ts";
import { atMost, formatNumber, type Section, type Target } from "./report.ts";
import { browserHeaders } from "./requests.ts";
import type { Options } from "./run.ts";
import { benchFolder, type Site, startSite } from "./site.ts";

const minScores = { performance: 93, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof minScores;
const categories = Object.keys(minScores) as Category[];

/** The budget of `web/src/app/first-load.test.ts`, in KB. */
const maxScriptsKb = 150;

/** Fetched by npm when it runs: a tenth of all installed files, which nothing else needs. */
const program = "lighthouse@13.5.0";

/** The parts of Lighthouse's report that count. */
interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string }>;
}

interface Page {
  name: string;
  /** Compressed. */
  bytes: { html: number; scripts: number };
  results: Result[];
}

/** Opens four pages of the sample catalogue for the first time, on a phone. */
export async function lighthouse({ rounds }: Options): Promise<Section> {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error("Lighthouse needs Chromium: install it or set CHROME_PATH");
  const site = await startSite(`${benchFolder}sample`);
  const { games } = GameList.parse(await (await fetch(`${site.url}/api/games?limit=1`)).json());
  const paths = { "/": "/", "/games": "/games", "/deals": "/deals", "/games/{id}": `/games/${games[0]!.id}` };
  const port = await freePort();
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", `--remote-debugging-port=${port}`];
  await using _browser = await chromium.launch({ executablePath, args });
  const pages: Page[] = [];
  for (const [name, path] of Object.entries(paths)) {
    console.log(`  ${name}`);
    const results: Result[] = [];
    // Also warms up: the first request generates pictures.
    const bytes = await firstLoad(site, path);
    for (let round = 0; round < rounds; round++) {
      results.push(await report(site.url + path, port));
    }
    pages.push({ name, bytes, results });
  }
  return {
    title: "Lighthouse and first load",
    about: [
      `Sample catalogue; Lighthouse simulates a phone on a slow network, median of ${rounds}.`,
      "Compressed sizes of HTML and scripts in KB.",
      `Targets: scripts ≤ ${maxScriptsKb}, scores ≥ ${Object.values(minScores).join(", ")}.`,
    ],
    tables: [
      [
        ["Page", "HTML", "Scripts", ...categories],
        ...pages.map((page) => [
          page.name,
          formatNumber(page.bytes.html / 1_000),
          formatNumber(page.bytes.scripts / 1_000),
          ...categories.map((category) => String(scoreOf(page, category))),
        ]),
      ],
    ],
    targets: pages.flatMap((page) => [
      {
        ...atMost(`${page.name}: scripts of the first load`, page.bytes.scripts / 1_000, maxScriptsKb, "KB"),
        isInTable: true,
      },
      ...categories.map((category) => ({ ...scoreTarget(page, category), isInTable: true })),
    ]),
  };
}

/** Lighthouse's report about a page in the browser that listens on the port. */
async function report(url: string, port: number): Promise<Result> {
  const args = ["exec", "--yes", `--package=${program}`, "--", "lighthouse", url, `--port=${port}`, "--output=json"];
  const { stdout } = await promisify(execFile)("npm", [...args, "--quiet"], { maxBuffer: 100e6 });
  return JSON.parse(stdout);
}

/** Sizes of the page and of the scripts in its HTML. */
async function firstLoad({ url }: Site, path: string): Promise<Page["bytes"]> {
  const headers = browserHeaders;
  const html = await (await fetch(url + path)).text();
  const scripts = new Set(Array.from(html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g), ([, script]) => script!));
  const sizes = await Promise.all([path, ...scripts].map((path) => send(url, { path, headers })));
  const failed = sizes.find(({ status }) => status !== 200);
  if (failed || scripts.size === 0) throw new Error(`${path}: ${failed ? `status ${failed.status}` : "no scripts"}`);
  const [page = 0, ...others] = sizes.map(({ bytes }) => bytes);
  return { html: page, scripts: others.reduce((sum, bytes) => sum + bytes, 0) };
}

function scoreOf({ results }: Page, category: Category): number {
  return median(results.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100)));
}

/** Lists the audits that failed in the first run. */
function scoreTarget(page: Page, category: Category): Target {
  const score = scoreOf(page, category);
  const { categories, audits } = page.results[0]!;
  const failed = categories[category]!.auditRefs.filter(
    ({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 0.9,
  );
  const titles = failed.map(({ id }) => audits[id]!.title).join(", ");
  const met = score >= minScores[category];
  return {
    what: `${page.name}: ${category}`,
    target: `≥ ${minScores[category]}`,
    measured: met || !titles ? String(score) : `${score} (${titles})`,
    met,
  };
}
