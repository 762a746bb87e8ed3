import { AppError } from "contract/core/errors.ts";
import { ratingFromReviews } from "contract/games/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { pick, type Random, randomFrom, wholeBetween } from "../../../platform/process/random.ts";
import { matchStaged } from "../../games/import/match.ts";
import type { ImportRow } from "../../games/import/row.ts";
import { openStaging, stageGames } from "../../games/import/stage.ts";
import { generateOffer, type OfferPlan, planOffers } from "../../prices/generate.ts";
import { openBackfill, type PastOffer, recordBackfill, stageBackfill } from "../../prices/history/commands-backfill.ts";
import { createHistoryMonths } from "../../prices/history/commands-months.ts";
import { markSampleData } from "../../site-config/commands.ts";
import { applyStaged } from "../import-catalogue.ts";
import { makeTitle } from "./titles.ts";

export interface GenerateOptions {
  games: number;
  /** Rows of price history in all. */
  history: number;
  seed: number;
  now: Date;
  /** Remove generated games first. Without it the catalogue must be empty. */
  replace?: boolean;
  /** Called after each step. */
  onStep?: (done: number, of: number) => void;
  signal?: AbortSignal;
}

export interface Generated {
  games: number;
  offers: number;
  history: number;
}

const batchSize = 1_000;
const day = 86_400_000;
const maxPastDays = 730;

/** Beyond the ids that Steam assigns, so that no picture of a real game appears. */
const firstAppid = 1_000_000_000;

const genres = [
  "Action",
  "Adventure",
  "Casual",
  "Indie",
  "RPG",
  "Simulation",
  "Strategy",
  "Racing",
  "Sports",
  "Puzzle",
];
const tags = [
  "Singleplayer",
  "Multiplayer",
  "Co-op",
  "2D",
  "3D",
  "Atmospheric",
  "Pixel Graphics",
  "Story Rich",
  "Horror",
];
const studios = [
  "Northlight",
  "Bright Fox",
  "Paper Tiger",
  "Iron Gate",
  "Quiet Room",
  "Second Sun",
  "Tin Drum",
  "Low Tide",
];
const kinds = ["Games", "Studio", "Interactive", "Entertainment", "Works"];

/**
 * Fills the catalogue with generated games and past prices, for benchmarks, in one transaction. The same seed gives the
 * same games and, on one day, the same prices. Marks them as sample, so that an import of real games removes them.
 * Throws `conflict` when the catalogue holds games that it may not remove.
 */
export async function generateCatalogue(db: Db, options: GenerateOptions): Promise<Generated> {
  const { games, now, onStep, signal } = options;
  const batches = Array.from({ length: Math.ceil(games / batchSize) }, (_, batch) =>
    Array.from({ length: Math.min(batchSize, games - batch * batchSize) }, (_, index) => batch * batchSize + index),
  );
  let done = 0;
  const step = () => {
    signal?.throwIfAborted();
    done += 1;
    onStep?.(done, batches.length * 2 + 2);
  };
  const generated = await db.transaction(async (tx) => {
    // sorting millions of rows by time needs it
    await tx.execute(sql`set local work_mem = '128MB'`);
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    await removeSample(tx, options.replace ?? false);
    await openStaging(tx);
    for (const lines of batches) {
      await stageGames(
        tx,
        lines.map((line) => ({ line, row: generateGame(line, options) })),
      );
      step();
    }
    await matchStaged(tx);
    await applyStaged(tx, { now });
    await tx.execute(sql`update games set sample = true`);
    step();

    const { rows: ids } = await tx.execute<{ game_id: number }>(sql`select game_id from staged_games order by line`);
    await createHistoryMonths(tx, now, new Date(now.getTime() - maxPastDays * day));
    const createBackfill = planBackfill(options);
    await openBackfill(tx);
    for (const lines of batches) {
      const backfills = lines.map((line) => [ids[line]!.game_id, createBackfill(line)] as const);
      await stageBackfill(tx, new Map(backfills.filter(([, offers]) => offers.length > 0)), now);
      step();
    }
    await withoutConstraints(tx, "price_history", () => recordBackfill(tx, now));
    await markSampleData(tx, games > 0, now);
    step();
    return countAll(tx);
  });
  await db.execute(sql`vacuum analyze games, offers, price_history, game_prices`);
  return generated;
}

/** Removes sample games if `replace` is set; refuses real ones. */
async function removeSample(tx: Db, replace: boolean): Promise<void> {
  await tx.execute(sql`lock table games in share row exclusive mode`);
  const { rows } = await tx.execute<{ real: number; sample: number }>(sql`
    select (count(*) filter (where not sample))::integer as real, (count(*) filter (where sample))::integer as sample
    from games
  `);
  const { real, sample } = rows[0]!;
  if (real > 0)
    throw new AppError("conflict", `The catalogue holds ${real} real games; generate into another database`);
  if (sample > 0 && !replace) {
    throw new AppError("conflict", `The catalogue already has ${sample} generated games; use --replace to remove them`);
  }
  if (sample === 0) return;
  await tx.execute(sql`truncate price_history, voided_records, price_overrides, offers, game_prices`);
  await tx.execute(sql`delete from games`);
}

function generateGame(line: number, { seed, now }: GenerateOptions): ImportRow {
  const random = randomFor(seed, line, "game");
  const reviewCount = random() < 0.03 ? 0 : Math.floor(5 * 10 ** (random() ** 2 * 5));
  const reviewScore = Math.round((10 - 6 * random() ** 2) * 10) / 10;
  const released = new Date(now.getTime() - Math.floor(random() ** 2 * 9_000) * day).toISOString().slice(0, 10);
  return {
    title: makeTitle(random),
    genre: pick(random, genres),
    developer: `${pick(random, studios)} ${pick(random, kinds)}`,
    description: null,
    rating: reviewCount > 0 ? ratingFromReviews(reviewScore, reviewCount) : null,
    review_score: reviewCount > 0 ? reviewScore : null,
    review_count: reviewCount,
    steam_appid: firstAppid + line,
    tags: generateTags(random),
    player_count: random() < 0.5 ? 0 : Math.floor(10 ** (random() ** 3 * 6)),
    metacritic_score: random() < 0.12 ? wholeBetween(random, 35, 96) : null,
    release_date: random() < 0.04 ? null : released,
  };
}

function generateTags(random: Random): string {
  const some = tags.filter(() => random() < 0.3);
  return [...some, ...(random() < 0.02 ? ["Sexual Content"] : [])].join(", ") || "Singleplayer";
}

/**
 * Distributes all rows of history over the offers of all games, at least one per offer, and returns the price backfill
 * of one game after the other. With fewer rows than games the later games have no offers.
 */
function planBackfill({ games, history, seed, now }: GenerateOptions): (line: number) => PastOffer[] {
  const until = new Date(Math.floor(now.getTime() / day) * day);
  let spare = Math.max(0, history - games);
  const plans: OfferPlan[][] = [];
  for (let line = 0; line < Math.min(games, history); line += 1) {
    const offers = planOffers(randomFor(seed, line, "offers"), 1 + spare, line > 0);
    spare -= offers.length - 1;
    plans.push(offers);
  }
  const total = plans.flat().reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  const shareOf = (weight: number) => {
    const after = before + weight;
    // Differences of rounded sums add up to the whole.
    const share = Math.round((after / total) * spare) - Math.round((before / total) * spare);
    before = after;
    return share;
  };
  return (line) => {
    const random = randomFor(seed, line, "pasts");
    const link = `https://store.steampowered.com/app/${firstAppid + line}/`;
    const from = new Date(until.getTime() - wholeBetween(random, 450, maxPastDays) * day);
    return (plans[line] ?? []).map((plan) => {
      const count = 1 + shareOf(plan.weight);
      return generateOffer(random, plan, { count, from, until, link: plan.store === "steam" ? link : null });
    });
  };
}

const subjects = ["game", "offers", "pasts"] as const;

/** Separate streams, so that a change to one subject leaves the others as they are. */
function randomFor(seed: number, line: number, about: (typeof subjects)[number]): Random {
  const stream = seed * subjects.length + subjects.indexOf(about);
  return randomFrom(Math.imul(stream, 0x9e3779b1) ^ Math.imul(line + 1, 0x85ebca6b));
}

/** Drops the constraints of the table during the work: inserting millions of rows is several times faster without. */
async function withoutConstraints(tx: Db, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u', 'f')
    order by contype desc
  `);
  const alter = (change: string) => tx.execute(sql.raw(`alter table ${table} ${change}`));
  for (const { name } of rows) await alter(`drop constraint ${name}`);
  await work();
  for (const { name, definition } of rows) await alter(`add constraint ${name} ${definition}`);
}

async function countAll(tx: Db): Promise<Generated> {
  const { rows } = await tx.execute<Generated & Record<string, unknown>>(sql`
    select
      (select count(*)::integer from games) as games,
      (select count(*)::integer from offers) as offers,
      (select count(*)::integer from price_history) as history
  `);
  return rows[0]!;
}
