import { isDeepStrictEqual } from "node:util";
import { bundleProblems, isGameKind } from "contract/bundles/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { usDollar } from "contract/core/money.ts";
import { titleKey } from "contract/games/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, sql } from "../../platform/db/drizzle.ts";
import { pickFields } from "../../platform/db/versions.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { matchProducts } from "../prices/matching/commands-products.ts";
import type { SourceOffer } from "../prices/sources/source.ts";
import { type SavedItem, saveItems, toColumns } from "./commands.ts";
import { type BundleDbRow, listItems } from "./queries.ts";
import type { BundleDraft, DraftItem } from "./sources/draft.ts";
import type { ReadFile } from "./sources/read-file.ts";
import { bundles } from "./table.ts";

export interface ImportOptions {
  now: Date;
  /** What the bundles come from, for the audit log. */
  from: string;
  /** The store of bundles that name none. */
  store?: StoreKey | undefined;
  /** Read and match only. */
  dryRun?: boolean | undefined;
}

export interface ImportCounts {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Changed by hand before, so they stay as they are. */
  edited: number;
  items: number;
  matched: number;
  /** Items whose game is not certain. */
  unmatched: number;
  /** Items that are none of our games, such as those for a console. */
  refused: number;
  /** What is not a bundle of games. */
  skipped: number;
  /** Stores of bundles that visitors do not see, because the store is disabled. */
  disabledStores: string[];
}

class DryRun extends Error {}

/**
 * Imports bundles, all or none: a known one is updated, except where administrators changed it, and what the file does
 * not state stays. Throws `invalid`, which names the bundle.
 */
export async function importBundles(
  db: Db,
  actor: Actor,
  { bundles: read, skipped }: ReadFile,
  { now, from, store: fallback, dryRun = false }: ImportOptions,
): Promise<ImportCounts> {
  const counts = { read: read.length, added: 0, changed: 0, unchanged: 0, edited: 0, items: 0, matched: 0, refused: 0 };
  let disabledStores: string[] = [];
  const work = db.transaction(async (tx) => {
    await checkDrafts(tx, read, fallback);
    const byStore = Map.groupBy(read, ({ draft }) => draft.store ?? fallback!);
    disabledStores = await findDisabled(tx, [...byStore.keys()]);
    for (const [store, ofStore] of byStore) {
      const drafts = ofStore.map(({ draft }) => draft);
      const { games, refused } = await matchItems(tx, store, drafts, now);
      for (const draft of drafts) {
        const items = draft.items.map((item) => toSaved(item, games));
        counts.items += items.filter(({ kind }) => isGameKind(kind)).length;
        counts.matched += items.filter(({ game_id }) => game_id !== null).length;
        counts.refused += items.filter(({ productId }) => productId != null && refused.has(productId)).length;
        counts[await saveDraft(tx, { ...draft, store, items }, now)] += 1;
      }
    }
    if (counts.added + counts.changed > 0) {
      await recordChange(tx, actor, {
        action: "IMPORT",
        resourceType: "bundle",
        resourceKey: from,
        description: `Imported bundles from ${from}: ${counts.added} added, ${counts.changed} changed`,
        newValue: { added: counts.added, changed: counts.changed },
      });
      await enqueue(tx, "settle-bundles", [{}]);
    }
    if (dryRun) throw new DryRun();
  });
  await work.catch((error) => {
    if (!(error instanceof DryRun)) throw error;
  });
  const unmatched = counts.items - counts.matched - counts.refused;
  return { ...counts, unmatched, skipped: skipped.length, disabledStores };
}

/** The names of those of the stores that are disabled. */
async function findDisabled(tx: Db, keys: readonly StoreKey[]): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from stores where key = any(${sql.param([...keys])}::text[]) and not enabled order by name
  `);
  return rows.map(({ name }) => name);
}

async function checkDrafts(tx: Db, read: ReadFile["bundles"], fallback: StoreKey | undefined): Promise<void> {
  const { rows } = await tx.execute<{ key: string }>(sql`select key from stores`);
  const known = new Set(rows.map(({ key }) => key));
  for (const { where, draft } of read) {
    const refuse = (problem: string) => new AppError("invalid", `${where}: ${problem}`);
    const store = draft.store ?? fallback;
    if (store === undefined) throw refuse("store: it names none of our stores; name one for the file");
    if (!known.has(store)) throw refuse(`store: there is no store ${store}`);
    const [problem] = bundleProblems(draft);
    if (problem) throw refuse(`${problem.path}: ${problem.msg}`);
  }
}

/** The id under which an item waits for review: bundles have their own, apart from the store's price file. */
function productOf({ id, steam_appid, title }: DraftItem): string {
  return `bundle:${id ?? (steam_appid === null ? titleKey(title) : `steam-${steam_appid}`)}`;
}

interface FoundGame {
  id: number;
  isAddition: boolean;
}

/** The games of the items by product, and the products that are none. */
async function matchItems(tx: Db, store: StoreKey, drafts: readonly BundleDraft[], now: Date) {
  const products = new Map<string, SourceOffer>();
  for (const { items, address } of drafts) {
    for (const item of items) {
      if (!isGameKind(item.kind)) continue;
      products.set(productOf(item), {
        productId: productOf(item),
        title: item.title,
        link: address,
        currency: usDollar,
        ...(item.steam_appid !== null && { steamAppid: item.steam_appid }),
        ...(item.kind === "dlc" && { isAddition: true }),
      });
    }
  }
  const { games: matched, refused } = await matchProducts(tx, store, [...products.values()], now);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from games where type = 'dlc' and id = any(${sql.param([...new Set(matched.values())])}::integer[])
  `);
  const additions = new Set(rows.map(({ id }) => id));
  const games = new Map(
    [...matched].map(([product, id]): [string, FoundGame] => [product, { id, isAddition: additions.has(id) }]),
  );
  return { games, refused };
}

function toSaved(item: DraftItem, games: ReadonlyMap<string, FoundGame>): SavedItem {
  const { title, kind, tier, steam_appid, activates_on, activates_in } = item;
  const facts = { title, tier, activates_on, activates_in, steamAppid: steam_appid };
  if (!isGameKind(kind)) return { ...facts, kind, productId: null, game_id: null };
  const game = games.get(productOf(item));
  return { ...facts, kind: game?.isAddition ? "dlc" : kind, productId: productOf(item), game_id: game?.id ?? null };
}

type CheckedDraft = Omit<BundleDraft, "store" | "items"> & { store: StoreKey; items: SavedItem[] };

async function saveDraft(
  tx: Db,
  draft: CheckedDraft,
  now: Date,
): Promise<"added" | "changed" | "unchanged" | "edited"> {
  const { id: key, items, ...fields } = draft;
  const [before] = await tx
    .select()
    .from(bundles)
    .where(and(eq(bundles.store, draft.store), eq(bundles.key, key)))
    .for("update");
  const columns = toColumns(fields);
  if (!before) {
    const row = { ...columns, key, seenAt: now, updatedAt: now };
    const [added] = await tx.insert(bundles).values(row).returning({ id: bundles.id });
    await saveItems(tx, added!.id, items);
    return "added";
  }
  const isHere = eq(bundles.id, before.id);
  if (before.edited) {
    await tx.update(bundles).set({ seenAt: now }).where(isHere);
    return "edited";
  }
  const stated = statedOf(columns, before);
  const known = (await listItems(tx, [before.id], { withHidden: true })).map(({ item }) => item);
  // a part of a list does not replace all of it
  const isPart = items.length === 0 || (before.complete && !columns.complete);
  const areItemsSame = isPart || isDeepStrictEqual(items.map(toComparable), known.map(toKnown));
  const isSame = areItemsSame && isDeepStrictEqual(stated, pickFields(before, stated));
  if (isSame) {
    await tx.update(bundles).set({ seenAt: now }).where(isHere);
    return "unchanged";
  }
  const version = before.version + 1;
  await tx
    .update(bundles)
    .set({ ...stated, version, seenAt: now, updatedAt: now })
    .where(isHere);
  if (!areItemsSame) await saveItems(tx, before.id, items);
  return "changed";
}

type Columns = ReturnType<typeof toColumns>;

/** The columns that an import sets: what it does not state stays. */
function statedOf(columns: Columns, before: BundleDbRow): Partial<Columns> {
  const isStated = ([, value]: [string, unknown]) => {
    return value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
  };
  const stated = Object.fromEntries(Object.entries(columns).filter(isStated)) as Partial<Columns>;
  // a whole list replaces a number
  return columns.complete && before.games !== null ? { ...stated, games: columns.games } : stated;
}

function toComparable({
  game_id,
  activates_on,
  activates_in,
  productId = null,
  steamAppid = null,
  ...same
}: SavedItem) {
  return { ...same, productId, steamAppid, gameId: game_id, activatesOn: activates_on, activatesIn: activates_in };
}

function toKnown(item: Awaited<ReturnType<typeof listItems>>[number]["item"]): ReturnType<typeof toComparable> {
  const { title, kind, tier, productId, steamAppid, gameId, activatesOn, activatesIn } = item;
  return { title, kind, tier, productId, steamAppid, gameId, activatesOn, activatesIn };
}
