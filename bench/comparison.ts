import type { Case } from "./cases.ts";
import { type Ask, type Figures, load, medianFigures } from "./load.ts";

/** How long and how often each thing is measured. */
export interface Effort {
  rounds: number;
  /** Of one round of one thing. */
  seconds: number;
}

/** The addresses of the site, and of what it is compared with. */
export interface Servers {
  site: string;
  /** Plain SQL. */
  sql?: string;
}

/** One case asked in one way over one number of connections. */
export interface Comparison {
  name: string;
  way: "repeated" | "varied";
  connections: number;
  site: Figures;
  sql: Figures | null;
}

/** The first is cold, and tells little about how many requests fit into the time. */
const warmUpSteps = 3;
const numbersOfConnections = [1, 16];

/** Measures the site, and plain SQL beside it, in turns of short rounds: what else the machine does then meets both alike. */
export async function compare({ name, repeated, varied }: Case, servers: Servers, effort: Effort) {
  const comparisons: Comparison[] = [];
  for (const way of ["repeated", "varied"] as const) {
    const makeSource = () => (way === "repeated" ? () => repeated : count(varied));
    const site = { url: servers.site, nextAsk: makeSource() };
    const sql = servers.sql === undefined ? null : { url: servers.sql, nextAsk: makeSource() };
    for (const connections of numbersOfConnections) {
      const figures = await takeTurns(sql ? [site, sql] : [site], connections, effort);
      comparisons.push({ name, way, connections, site: figures[0]!, sql: figures[1] ?? null });
    }
  }
  return comparisons;
}

interface Source {
  url: string;
  nextAsk: () => Ask;
}

async function takeTurns(sources: Source[], connections: number, { rounds, seconds }: Effort): Promise<Figures[]> {
  const runs: { ask: () => Promise<Figures>; figures: Figures[] }[] = [];
  for (const { url, nextAsk } of sources) {
    const requests = await warmUp({ url, nextAsk }, connections, seconds);
    runs.push({ ask: () => load(url, nextAsk, { connections, requests }), figures: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { ask, figures } of runs) figures.push(await ask());
  }
  return runs.map(({ figures }) => medianFigures(figures));
}

/** Answers how many requests take about so many seconds once everything is warm. */
async function warmUp({ url, nextAsk }: Source, connections: number, seconds: number): Promise<number> {
  let requests = connections;
  for (let step = 0; step < warmUpSteps; step++) {
    const { perSecond } = await load(url, nextAsk, { connections, requests });
    requests = Math.max(connections, Math.round(perSecond * seconds));
  }
  return requests;
}

/** Goes on from one round to the next, so that nothing is asked again soon. */
function count(varied: (n: number) => Ask): () => Ask {
  let n = 0;
  return () => varied(n++);
}
