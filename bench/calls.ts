import { type Case, type CaseSubjects, gameCases, listCases, pageCases, searchCases } from "./cases.ts";
import { type Comparison, compare, type Effort, type Servers } from "./comparison.ts";
import type { Figures } from "./load.ts";
import { type Bar, formatNumber, type Section, type Table } from "./report.ts";

/** So many times the requests of plain SQL a list, filter or search has to answer. */
const leastRatio = 20;

/** A single connection waits no longer than that for 99 of 100 answers, in ms. */
const longestWait = 2;

/** The calls of the API beside plain SQL, and searches also beside plain SQL with an index of trigrams. */
export async function measureCalls(
  subjects: CaseSubjects,
  { site, sql, trigrams }: { site: string; sql: string; trigrams: string },
  effort: Effort,
): Promise<Section> {
  const lists = await compareAll([...listCases(), ...searchCases(subjects)], { site, sql }, effort);
  const games = await compareAll(gameCases(subjects), { site, sql }, effort);
  const indexed = await compareAll(searchCases(subjects), { site, sql: trigrams }, effort);
  return {
    title: "Calls, beside plain SQL",
    about: `${describeWays(effort)} The plain SQL runs \`count(*)\` and a page (\`ORDER BY\`, \`LIMIT\`, \`OFFSET\`; \`ILIKE\`; \`EXISTS\` on
the offers) for each list and search, with an index each for the rating and for the best price, behind the same HTTP layer
and with the same answers, none of which it keeps. The second table has searches again, beside the same SQL with a trigram
index on the title; no bar is about that one.`,
    tables: [toTable([...lists, ...games]), toTable(indexed)],
    bars: [...lists.map(toRatioBar), ...lists.filter(({ connections }) => connections === 1).map(toWaitBar)],
  };
}

/** The pages, made on the server. */
export async function measurePages(subjects: CaseSubjects, servers: Servers, effort: Effort): Promise<Section> {
  const pages = await compareAll(pageCases(subjects), servers, effort);
  return {
    title: "Pages made on the server",
    about: `${describeWays(effort)} Repeated is a warm page; varied is a cold one, rendered and compressed for this request.`,
    tables: [toTable(pages)],
    bars: [],
  };
}

async function compareAll(cases: readonly Case[], servers: Servers, effort: Effort): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const one of cases) {
    console.log(`  ${one.name}`);
    comparisons.push(...(await compare(one, servers, effort)));
  }
  return comparisons;
}

function describeWays({ rounds, seconds }: Effort): string {
  return `150,000 games with 5,000,000 prices. Median of ${rounds} rounds of ${seconds} s each after a warm-up; times in ms.
"Repeated" asks for one address again and again, which the site answers from its cache of finished answers. "Varied" asks for
thousands of addresses in turn, so that each has to be worked out.`;
}

function toTable(comparisons: readonly Comparison[]): Table {
  const withSql = comparisons.some(({ sql }) => sql);
  const columns = ["Requests/s", "p50", "p99"];
  const head = ["What", "Asked", "Connections", ...columns];
  if (withSql) head.push(...columns.map((column) => `SQL: ${column}`), "Ratio");
  const cells = ({ perSecond, p50, p99 }: Figures) => [perSecond, p50, p99].map(formatNumber);
  return [
    head,
    ...comparisons.map(({ name, way, connections, site, sql }) => [
      name,
      way,
      String(connections),
      ...cells(site),
      ...(sql ? [...cells(sql), `${formatNumber(site.perSecond / sql.perSecond)}×`] : []),
    ]),
  ];
}

function toRatioBar({ name, way, connections, site, sql }: Comparison): Bar {
  const ratio = site.perSecond / sql!.perSecond;
  return {
    what: `${name}, ${way}, ${connections === 1 ? "1 connection" : `${connections} connections`}`,
    bar: `≥ ${leastRatio}× plain SQL`,
    measured: `${formatNumber(ratio)}×`,
    met: ratio >= leastRatio,
  };
}

function toWaitBar({ name, way, site }: Comparison): Bar {
  return {
    what: `${name}, ${way}, 1 connection`,
    bar: `p99 ≤ ${longestWait} ms`,
    measured: `${formatNumber(site.p99)} ms`,
    met: site.p99 <= longestWait,
  };
}
