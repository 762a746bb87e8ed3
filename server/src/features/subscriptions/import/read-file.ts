import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { isDay } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import { periodProblems, subscriptionTexts } from "contract/subscriptions/rules.ts";
import { readEnglishDay } from "../../../platform/files/dates.ts";
import { parseJson, readUtf8 } from "../../../platform/files/json.ts";
import { readRows } from "../../../platform/files/rows.ts";
import { readWrittenAmount, withPlainDigits } from "../../prices/sources/written-amount.ts";
import type { PlanProduct } from "../commands-periods.ts";
import type { PlanProblem } from "../commands-record.ts";

/** What a file states about one plan. */
export interface PlanFile {
  products: PlanProduct[];
  prices: { what: string; country: string; currency: string; minor: number; since: string }[];
  problems: PlanProblem[];
  /** Entries that say nothing about the plan yet, such as games without a date. */
  skipped: number;
  /** It is the plan's whole list. */
  complete: boolean;
}

export interface PlanFileOptions {
  /** What the file calls the plan. */
  named: readonly string[];
  /** The country of a list; `null` = everywhere. */
  country: string | null;
  today: string;
}

type Entry = { what: string; fields: Record<string, unknown> };

const maxJsonBytes = 50_000_000;

/** Reads a file of a plan (docs/spec/subscriptions.md 3). Throws `invalid` for one that cannot be read. */
export async function readPlanFile(path: string, options: PlanFileOptions): Promise<PlanFile> {
  const file: PlanFile = { products: [], prices: [], problems: [], skipped: 0, complete: false };
  if (/\.json(\.gz)?$/i.test(path)) readJson(await parseFile(path), file, options);
  else {
    for await (const row of readRows(path)) {
      const what = `line ${row.line}`;
      if ("problem" in row) file.problems.push({ what, message: row.problem });
      else readEntry({ what, fields: asRecord(row.fields) }, file, options);
    }
  }
  return file;
}

async function parseFile(path: string): Promise<unknown> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError("invalid", `${path} cannot be read (${cause.code})`);
  });
  try {
    const plain = /\.gz$/i.test(path) ? gunzipSync(bytes, { maxOutputLength: maxJsonBytes }) : bytes;
    return parseJson(readUtf8(plain));
  } catch (error) {
    throw new AppError("invalid", `${path} ${error instanceof Error ? error.message : error}`);
  }
}

function readJson(json: unknown, file: PlanFile, options: PlanFileOptions): void {
  const record = asRecord(json);
  const { concepts } = asRecord(asRecord(record.data).categoryGridRetrieve);
  if (Array.isArray(concepts)) readGrid(concepts, file, options);
  else if (Array.isArray(record.upcomingWithDate)) readUpcoming(record, file, options);
  else if (Array.isArray(record.Products)) readProducts(record.Products, file, options);
  else if (Array.isArray(json)) {
    file.complete = json.length === 0 || json.some((entry) => Array.isArray(asRecord(entry).games));
    for (const [n, entry] of json.entries()) {
      readEntry({ what: `entry ${n + 1}`, fields: asRecord(entry) }, file, options);
    }
  } else throw new AppError("invalid", "The file has no list of games or prices");
}

type Reader = (entry: Entry, file: PlanFile, options: PlanFileOptions) => void;

const readEntry: Reader = (entry, file, options) => readerOf(entry.fields)(entry, file, options);

/** Reads a row in the form that its fields show. */
function readerOf(fields: Record<string, unknown>): Reader {
  if ("siglId" in fields || (Object.keys(fields).length === 1 && "id" in fields))
    throw new AppError("invalid", "The file names neither titles nor appids: read it as a source");
  if (Array.isArray(fields.games)) return readLetter;
  if (Array.isArray(fields.plans) && "region_code" in fields) return readPrices;
  if (Array.isArray(fields.availabilities)) return readAvailabilities;
  if (Array.isArray(fields.plans) && "xbox_product_id" in fields) return readMatched;
  if ("tier" in fields && "date" in fields) return readLeaving;
  if ("added" in fields && "removed" in fields) return readPeriods;
  return readPlain;
}

/** The documented columns: game_id, steam_appid, product_id or title, since, until, leaving_on, country. */
function readPlain({ what, fields }: Entry, file: PlanFile, { country }: PlanFileOptions): void {
  const product: PlanProduct = {
    what,
    gameId: idOf(fields.game_id),
    steamAppid: idOf(fields.steam_appid),
    productId: textOf(fields.product_id),
    title: textOf(fields.title),
    country: textOf(fields.country)?.toUpperCase() ?? country,
  };
  const dates = ["since", "until", "leaving_on"].map((name) => [name, textOf(fields[name])] as const);
  const wrong = dates.find(([, text]) => text !== undefined && !isDay(text));
  if (wrong) file.problems.push({ what, message: `${wrong[0]}: ${wrong[1]} is not a day such as 2026-01-31` });
  else if (product.country && !/^[A-Z]{2}$/.test(product.country))
    file.problems.push({ what, message: `country: ${subscriptionTexts.country}` });
  else {
    const [since, until, leavingOn] = dates.map(([, text]) => text);
    // a column without a value says that it is still in
    const open = "until" in fields && since !== undefined ? null : undefined;
    addPeriod({ ...product, since, until: until === never ? null : (until ?? open), leavingOn }, file);
  }
}

/** The day that stands for "not yet". */
const never = "2099-12-31";

function addPeriod(product: PlanProduct, file: PlanFile): void {
  const { what, since, until, leavingOn, gameId, steamAppid, title } = product;
  const isUnnamed = gameId === undefined && steamAppid === undefined && title === undefined;
  const [contradiction] = periodProblems({ since, until, leaving_on: leavingOn });
  const message = isUnnamed ? "names no game" : (contradiction?.msg ?? null);
  if (since === never) file.skipped += 1;
  else if (message !== null) file.problems.push({ what, message });
  else file.products.push(product);
}

/** A history of one plan: added, removed, release, and up to five product ids. */
function readPeriods({ what, fields }: Entry, file: PlanFile): void {
  const [since, until] = [textOf(fields.added), textOf(fields.removed)];
  if (since === undefined || since === never) {
    file.skipped += 1;
    return;
  }
  if (!isDay(since) || (until !== undefined && !isDay(until))) {
    file.problems.push({ what, message: `${since} to ${until ?? "now"} are not days such as 2026-01-31` });
    return;
  }
  const title = textOf(fields.game);
  addPeriod({ what, title, since, until: until === undefined || until === never ? null : until }, file);
}

/** A product with its periods in several plans. */
function readAvailabilities({ what, fields }: Entry, file: PlanFile, { named }: PlanFileOptions): void {
  const info = asRecord(fields.basic_info);
  for (const period of fields.availabilities as unknown[]) {
    for (const [plan, days] of Object.entries(asRecord(period))) {
      if (!isNamed(plan, named)) continue;
      const { added, removed } = asRecord(days);
      const since = textOf(added);
      if (since === undefined || !isDay(since)) file.skipped += 1;
      else {
        const until = textOf(removed) ?? null;
        const title = textOf(info.title);
        addPeriod({ what, title, productId: textOf(info.pid), since, until: until === never ? null : until }, file);
      }
    }
  }
}

/** A product that its author matched with Steam. */
function readMatched({ what, fields }: Entry, file: PlanFile, { named }: PlanFileOptions): void {
  const plans = (fields.plans as unknown[]).map(String);
  if (!plans.some((plan) => isNamed(plan, named)) || fields.status !== "available") {
    file.skipped += 1;
    return;
  }
  const regions = Array.isArray(fields.regions) ? fields.regions.map(String) : [];
  const product = { what, steamAppid: idOf(fields.steam_appid), productId: textOf(fields.xbox_product_id) };
  for (const country of regions.length > 0 ? regions : [null]) file.products.push({ ...product, country });
}

/** The games of a letter of the PlayStation Plus list. */
function readLetter({ what, fields }: Entry, file: PlanFile, { country }: PlanFileOptions): void {
  for (const [n, entry] of (fields.games as unknown[]).entries()) {
    const game = asRecord(entry);
    const title = textOf(game.nameEn);
    if (title === undefined) file.problems.push({ what: `${what}, game ${n + 1}`, message: "has no English title" });
    else {
      const productId = game.conceptId === undefined ? undefined : `concept:${game.conceptId}`;
      file.products.push({ what: title, title: withoutConsoles(title), productId, country });
    }
  }
}

/** Games that leave: "Sep 15, 2026", with the plan's tier in words. */
function readLeaving({ what, fields }: Entry, file: PlanFile, { named, country, today }: PlanFileOptions): void {
  if (!isNamed(String(fields.tier), named)) {
    file.skipped += 1;
    return;
  }
  const leavingOn = readEnglishDay(textOf(fields.date) ?? "");
  const title = textOf(fields.name);
  if (leavingOn === null || title === undefined) file.problems.push({ what, message: `${fields.date} is not a day` });
  else if (leavingOn < today) file.skipped += 1;
  else file.products.push({ what, title: withoutConsoles(title), leavingOn, country });
}

const joining = " (joining ";

/** Announced games: those without an exact day to come are skipped. The title may name the plan. */
function readUpcoming(json: Record<string, unknown>, file: PlanFile, { named, country, today }: PlanFileOptions): void {
  // those without any day
  for (const others of [json.upcomingAnnounced, json.leavingSoon]) {
    if (Array.isArray(others)) file.skipped += others.length;
  }
  for (const [n, one] of (json.upcomingWithDate as unknown[]).entries()) {
    const entry = asRecord(one);
    const since = textOf(entry.exactDate);
    const text = textOf(entry.title) ?? "";
    const at = text.endsWith(")") ? text.lastIndexOf(joining) : -1;
    const tier = at < 0 ? null : text.slice(at + joining.length, -1);
    const isOfPlan = tier === null ? !named.some((name) => isNamed("Premium", [name])) : isNamed(tier, named);
    if (since === undefined || !isDay(since) || since <= today || !isOfPlan) file.skipped += 1;
    else addPeriod({ what: `entry ${n + 1}`, title: at < 0 ? text : text.slice(0, at), since, country }, file);
  }
}

/** Titles of Microsoft's catalogue, in the language that was asked for. */
function readProducts(products: readonly unknown[], file: PlanFile, { country }: PlanFileOptions): void {
  file.products.push(...productsOf(products).map((product) => ({ ...product, country })));
}

function productsOf(products: readonly unknown[]): PlanProduct[] {
  return products.flatMap((one): PlanProduct[] => {
    const product = asRecord(one);
    const [localized] = Array.isArray(product.LocalizedProperties) ? product.LocalizedProperties : [];
    const [productId, title] = [textOf(product.ProductId), textOf(asRecord(localized).ProductTitle)];
    return productId === undefined || title === undefined ? [] : [{ what: productId, productId, title }];
  });
}

/** A page of the PlayStation Store, whose games name the subscriptions that have them, such as `EA_ACCESS`. */
function readGrid(concepts: readonly unknown[], file: PlanFile, { named, country }: PlanFileOptions): void {
  for (const [n, one] of concepts.entries()) {
    const { id, name, price } = asRecord(one);
    const brands = asRecord(price).upsellServiceBranding;
    const title = textOf(name);
    if (!Array.isArray(brands) || !brands.some((brand) => isNamed(String(brand), named))) file.skipped += 1;
    else if (title === undefined) file.problems.push({ what: `entry ${n + 1}`, message: "names no game" });
    else file.products.push({ what: title, title: withoutConsoles(title), productId: `concept:${id}`, country });
  }
}

/** The prices of plans in a locale. A price that is not what its text says is not taken over. */
function readPrices({ what, fields }: Entry, file: PlanFile, { named, today }: PlanFileOptions): void {
  const locale = textOf(fields.region_code) ?? "";
  const country = locale.slice(-2);
  const currency = textOf(fields.currency) ?? "";
  for (const one of fields.plans as unknown[]) {
    const plan = asRecord(one);
    if (!isNamed(String(plan.plan), named)) continue;
    const raw = textOf(plan.regular_price_raw);
    if (raw === undefined) {
      file.skipped += 1;
      continue;
    }
    const minor = readWrittenAmount(withPlainDigits(raw), currency, { locale, hasSign: false });
    const problem = priceProblem(raw, minor, plan.regular_price, currency);
    if (problem !== null) file.problems.push({ what: `${what} (${locale})`, message: problem });
    else {
      const since = textOf(fields.scraped_at)?.slice(0, 10) ?? today;
      file.prices.push({ what: `${what} (${locale})`, country, currency, minor: minor as number, since });
    }
  }
}

function priceProblem(raw: string, minor: number | "ambiguous" | null, stated: unknown, currency: string) {
  if (minor === null) return `${raw} is not an amount of ${currency}`;
  if (minor === "ambiguous") return `${raw} may have thousands or decimals`;
  if (typeof stated !== "number") return null;
  const written = toAmount(minor, currency)!;
  return Math.abs(written - stated) > written * 0.01 ? `${stated} is not the ${raw} that its text says` : null;
}

/** Whether a file's name of a plan is one of those asked for; `Premium (Classics)` is a part of Premium. */
function isNamed(name: string, named: readonly string[]): boolean {
  const folded = (text: string) => text.toLowerCase().replaceAll("-", " ").split("(")[0]!.trim();
  return named.some((one) => folded(one) === folded(name));
}

const consoles = new Set(["ps4", "ps5", "&", "and", "/", "ps4/ps5", "ps5/ps4", "-", ""]);

/** The title without the consoles at its end, as in `Aragami PS4™ & PS5™`. */
export function withoutConsoles(title: string): string {
  const words = title.split(" ");
  const isConsole = (word: string) => consoles.has(word.toLowerCase().replace(/[™®()]/g, ""));
  let end = words.length;
  while (end > 1 && isConsole(words[end - 1]!)) end -= 1;
  return /ps[45]/i.test(words.slice(end).join(" ")) ? words.slice(0, end).join(" ") : title;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}

function idOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
