import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "contract/core/errors.ts";
import type { ExchangeRates } from "contract/markets/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { readRates } from "./queries-rates.ts";
import { maxRatesBytes, parseRates } from "./read-rates.ts";
import { exchangeRates } from "./table.ts";

/** Downloads from an address that the operator named. */
export interface RatesClient {
  stream(
    url: string,
    options: { signal: AbortSignal; maxBytes: number; totalMs: number },
  ): Promise<{ body: AsyncIterable<Buffer> }>;
}

export interface FetchRatesOptions {
  /** An `https:`, `http:` or `file:` address. */
  url: string;
  client: RatesClient;
  now: Date;
  signal?: AbortSignal;
}

export interface FetchedRates {
  /** The day of the stored rates (YYYY-MM-DD). */
  day: string;
  /** How many there are. */
  currencies: number;
  /** Whether the rates or their day changed. */
  changed: boolean;
}

const totalMs = 60_000;
const dayMs = 24 * 3_600_000;

/**
 * Fetches the European Central Bank's rates, and replaces the stored ones unless they are of a later day. Throws
 * AppError, with the stored ones unchanged: `unavailable` without a response, `invalid` for an implausible one.
 */
export async function fetchRates(db: Db, options: FetchRatesOptions): Promise<FetchedRates> {
  const fetched = parseRates(await download(options));
  // a date in the far future would block all later files
  if (Date.parse(fetched.day) > options.now.getTime() + dayMs) {
    throw new AppError("invalid", `Implausible exchange rates: ${fetched.day} is yet to come`);
  }
  return storeRates(db, fetched, options.now);
}

async function download({ url, client, signal = new AbortController().signal }: FetchRatesOptions): Promise<Buffer> {
  try {
    const body = /^file:/i.test(url)
      ? createReadStream(fileURLToPath(url), { signal })
      : (await client.stream(url, { signal, maxBytes: maxRatesBytes, totalMs })).body;
    return await readStart(body, maxRatesBytes + 1);
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new AppError("unavailable", `The exchange rates could not be fetched: ${reason}`);
  }
}

/** Stops soon after this many bytes, as a file may have no end. */
async function readStart(body: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(chunks);
}

function storeRates(db: Db, fetched: ExchangeRates, now: Date): Promise<FetchedRates> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${exchangeRates} in share row exclusive mode`);
    const stored = await readRates(tx);
    const isNewer = !stored || fetched.day > stored.day || (fetched.day === stored.day && !isSame(fetched, stored));
    if (isNewer) await replaceRates(tx, fetched, now);
    // changes to this column alone are not announced
    else await tx.update(exchangeRates).set({ fetchedAt: now });
    const { day, rates } = isNewer ? fetched : stored;
    return { day, currencies: Object.keys(rates).length, changed: isNewer };
  });
}

function isSame(one: ExchangeRates, other: ExchangeRates): boolean {
  return isDeepStrictEqual(one.rates, other.rates);
}

async function replaceRates(tx: Db, { day, rates }: ExchangeRates, now: Date): Promise<void> {
  await tx.delete(exchangeRates);
  const rows = Object.entries(rates).map(([currency, rate]) => ({ currency, rate, day, fetchedAt: now }));
  await tx.insert(exchangeRates).values(rows);
}
