import { AppError } from "contract/core/errors.ts";
import { z } from "zod";
import { byteOrderMark } from "../../../platform/files/csv.ts";
import { parseJson, readUtf8 } from "../../../platform/files/json.ts";
import { readAllRows } from "../../prices/sources/feed-rows.ts";
import { DailyIndieGame, readDailyIndieGame, readTracked, TrackedBundle } from "./archives.ts";
import { BundleDraft, nothing, type Stated, type StatedBundle } from "./draft.ts";
import { type Row, readProducts, readRss } from "./feeds.ts";
import {
  BundlePage,
  HistoryLine,
  LandingPage,
  MembershipPage,
  PriceEvent,
  readBundlePage,
  readHistory,
  readLanding,
  readMembership,
  readTiers,
  TiersLine,
} from "./humble.ts";

/** A bundle of a file, checked. */
interface ReadBundle {
  /** Where the file has it, for people. */
  where: string;
  draft: BundleDraft;
}

export interface ReadFile {
  bundles: ReadBundle[];
  /** What is in the file besides bundles of games, and why it is left out. */
  skipped: { what: string; why: string }[];
}

const maxBytes = 50_000_000;

/**
 * Reads the bundles of a file of any form that is known: our own JSON, pages and archives of Humble and others, RSS,
 * and price files. Throws `invalid`, which names the line or the field, unless all of it is valid.
 */
export async function readBundleFile(bytes: Uint8Array, now: Date): Promise<ReadFile> {
  if (bytes.length > maxBytes) throw new AppError("invalid", `is larger than ${maxBytes} bytes`);
  const head = new TextDecoder().decode(bytes.subarray(0, 1_000)).replace(byteOrderMark, "").trimStart();
  const stated = /^[{[]/.test(head) ? readJson(readUtf8(bytes)) : await readRows(bytes, now);
  const bundles = stated.bundles.map(({ where, bundle }) => ({ where, draft: check(BundleDraft, bundle, where) }));
  const seen = new Map<string, string>();
  for (const { where, draft } of bundles) {
    const key = `${draft.store ?? ""} ${draft.id}`;
    if (seen.has(key)) throw new AppError("invalid", `${where}: ${draft.id} comes twice, first at ${seen.get(key)}`);
    seen.set(key, where);
  }
  return { bundles, skipped: stated.skipped };
}

function readJson(text: string): Stated {
  const lines = text.split(/\r?\n/).flatMap((line, n) => (line.trim() === "" ? [] : [{ line, number: n + 1 }]));
  // one value a line, unless the first one goes on in the next
  if (lines.length < 2 || !isJson(lines[0]!.line)) return readDocument(parseJson(text));
  return readLines(
    lines.map(({ line, number }) => {
      const where = `line ${number}`;
      try {
        return { where, value: parseJson(line) };
      } catch (error) {
        throw new AppError("invalid", `${where}: ${(error as AppError).message}`);
      }
    }),
  );
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

const OwnFile = z.strictObject({ bundles: z.array(z.unknown()) });

function readDocument(value: unknown): Stated {
  if (has(value, "bundles")) {
    const { bundles } = check(OwnFile, value, "the file");
    const all = bundles.map((bundle, n) => ({ where: `bundles.${n}`, bundle: bundle as StatedBundle }));
    return { bundles: all, skipped: [] };
  }
  const stated = readThing(value, "the file");
  if (stated) return stated;
  if (isHistoryOrTiers(value)) return readLines([{ where: "line 1", value }]);
  // an archive: several of these by name, or in a list
  const entries = Object.entries((value ?? {}) as object);
  if (entries.length === 0) throw unknownForm("the file");
  if (isHistoryOrTiers(entries[0]![1])) {
    return readLines(entries.map(([n, one]) => ({ where: `entry ${Number(n) + 1}`, value: one })));
  }
  return joined(
    entries.map(([name, one]) => {
      const read = readThing(one, name);
      if (!read) throw unknownForm(name);
      return read;
    }),
  );
}

const has = (value: unknown, name: string): boolean => {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
};

const isHistoryOrTiers = (value: unknown) => has(value, "humble_scheme") || has(value, "price_tiers");

/** One page or archived bundle, by the field that only its form has; `null` = none of these. */
function readThing(value: unknown, where: string): Stated | null {
  const one = (bundle: StatedBundle | { why: string }): Stated =>
    "why" in bundle
      ? { bundles: [], skipped: [{ what: where, why: bundle.why }] }
      : { bundles: [{ where, bundle }], skipped: [] };
  if (has(value, "contentChoiceOptions")) return one(readMembership(check(MembershipPage, value, where)));
  if (has(value, "basic_data")) return one(readBundlePage(check(BundlePage, value, where)));
  if (has(value, "summary_text")) return one(readDailyIndieGame(check(DailyIndieGame, value, where)));
  if (has(value, "has_tpkds")) {
    check(PriceEvent, value, where);
    return one({ why: "prices of a bundle that it does not name" });
  }
  const data = has(value, "data") ? (value as { data: unknown }).data : undefined;
  if (has(data, "byob")) return one(readTracked(check(TrackedBundle, value, where)));
  return data === undefined ? null : readLanding(check(LandingPage, value, where));
}

function readLines(lines: readonly { where: string; value: unknown }[]): Stated {
  if (has(lines[0]!.value, "humble_scheme")) {
    return readHistory(lines.map(({ where, value }) => ({ where, line: check(HistoryLine, value, where) })));
  }
  return joined(
    lines.map(({ where, value }): Stated => {
      if (!has(value, "price_tiers")) {
        const read = readThing(value, where);
        if (!read) throw unknownForm(where);
        return read;
      }
      const line = check(TiersLine, value, where);
      const bundle = readTiers(line);
      return "why" in bundle
        ? { bundles: [], skipped: [{ what: line.tile_name, why: bundle.why }] }
        : { bundles: [{ where, bundle }], skipped: [] };
    }),
  );
}

/** RSS, or a price file in XML or CSV. */
async function readRows(bytes: Uint8Array, now: Date): Promise<Stated> {
  const rows = (await readAllRows(bytes)) as Row[];
  if (rows.length === 0) throw new AppError("invalid", "has no entry");
  return rows.some(({ fields }) => "price" in fields) ? readProducts(rows, now) : readRss(rows);
}

function joined(all: readonly Stated[]): Stated {
  const stated = nothing();
  for (const { bundles, skipped } of all) {
    stated.bundles.push(...bundles);
    stated.skipped.push(...skipped);
  }
  return stated;
}

function unknownForm(where: string): AppError {
  return new AppError("invalid", `${where}: has an unknown format`);
}

/** Throws `invalid`, which names the field. */
function check<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  throw new AppError("invalid", [where, path.join("."), message].filter(Boolean).join(": "));
}
