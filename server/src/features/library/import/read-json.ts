import { type ImportTarget, maxImportedGames } from "contract/library/rules.ts";
import { createSlices } from "../../../platform/process/slices.ts";
import { isOtherName } from "../../prices/sources/platforms.ts";
import {
  appidOf,
  entryOf,
  type ImportEntry,
  isPlatformName,
  type ReadImport,
  releaseYearOf,
  timeOf,
  titleOf,
} from "./entry.ts";
import { readStoreLink } from "./links.ts";
import { targetOf } from "./ownership.ts";
import { productOf } from "./products.ts";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads the JSON of sites and programs. `as` overrides the target that the file implies. Returns `null` when it has no
 * games.
 */
export async function readJson(value: unknown, as: ImportTarget | undefined): Promise<ReadImport | null> {
  const read = (await readSteamAccount(value, as)) ?? readSteamStore(value, as) ?? (await readKnownLists(value, as));
  return read && read.entries.length > 0 ? read : null;
}

/** Responses of Steam's Web API: `{ response: { games } }` are owned, `{ response: { items } }` are wished. */
async function readSteamAccount(value: unknown, as: ImportTarget | undefined): Promise<ReadImport | null> {
  if (!isObject(value) || !isObject(value.response)) return null;
  const { games, items } = value.response;
  if (Array.isArray(games)) return { format: "steam", entries: await readItems(games, as ?? "owned"), isDecided: true };
  if (Array.isArray(items))
    return { format: "steam", entries: await inSteamOrder(items, as ?? "wished"), isDecided: true };
  return null;
}

/** Sorts wishes by rank, unranked ones last. */
async function inSteamOrder(items: readonly unknown[], as: ImportTarget): Promise<ImportEntry[]> {
  const rankOf = (item: unknown) => (isObject(item) && Number(item.priority) > 0 ? Number(item.priority) : Infinity);
  const ranked = items.map((item) => ({ item, rank: rankOf(item) }));
  ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank));
  return readItems(
    ranked.map(({ item }) => item),
    as,
  );
}

/** The visitor's lists of appids in the response of Steam's store. */
const storeLists: readonly [name: string, as: ImportTarget][] = [
  ["rgOwnedApps", "owned"],
  ["rgWishlist", "wished"],
  ["rgIgnoredApps", "ignored"],
];

function readSteamStore(value: unknown, as: ImportTarget | undefined): ReadImport | null {
  if (!isObject(value) || !Array.isArray(value.rgOwnedApps)) return null;
  const entries = storeLists.flatMap(([name, target]) => {
    const list = value[name];
    // ignored apps are the keys of an object, or an empty array
    const appids = Array.isArray(list) ? list : isObject(list) ? Object.keys(list) : [];
    return appids.flatMap((appid) => {
      const steamAppid = appidOf(appid);
      return steamAppid === null ? [] : entryOf({ as: as ?? target, steamAppid });
    });
  });
  return { format: "steam", entries, isDecided: true };
}

async function readKnownLists(value: unknown, as: ImportTarget | undefined): Promise<ReadImport | null> {
  const list = findList(value);
  if (!list) return null;
  const items = list.filter(isObject);
  const has = (...names: string[]) => items.some((item) => names.some((name) => name in item));
  const isItad =
    isObject(value) && "version" in value && (Array.isArray(value.data) || Array.isArray(value.collection));
  if (isItad) {
    const isCollection = Array.isArray(value.collection) || has("copies", "playtime", "status");
    return {
      format: "itad",
      entries: await readItems(list, as ?? (isCollection ? "owned" : "wished")),
      isDecided: true,
    };
  }
  if (has("isInstalled", "IsInstalled", "CompletionStatus")) {
    return { format: "playnite", entries: await readItems(list, as ?? "owned"), isDecided: true };
  }
  const said = as ?? targetOf(new Set(items.flatMap(Object.keys))) ?? targetOfList(value);
  const read = said === "wished" ? inSteamOrder : readItems;
  return { format: "json", entries: await read(list, said ?? "owned"), isDecided: said !== null };
}

const listNames = ["data", "collection", "games", "items", "wishlist", "library", "owned", "results"];

/** What the name of the list says about its games; `null` = nothing. */
function targetOfList(value: unknown): ImportTarget | null {
  if (!isObject(value)) return null;
  if (Array.isArray(value.wishlist)) return "wished";
  return Array.isArray(value.owned) || Array.isArray(value.library) ? "owned" : null;
}

/** The games of a file: an array, an array under a common key, or an object with appids as keys. */
function findList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  for (const name of listNames) {
    if (Array.isArray(value[name])) return value[name];
    if (isObject(value[name]) && name === "data") return findList(value[name]);
  }
  const byAppid = Object.entries(value).filter(([key, item]) => appidOf(key) !== null && isObject(item));
  if (byAppid.length === 0) return null;
  return byAppid.map(([appid, item]) => ({ ...(item as Fields), appid }));
}

/** The games of a list, up to the first one too many. */
async function readItems(items: readonly unknown[], as: ImportTarget): Promise<ImportEntry[]> {
  const endSlice = createSlices();
  const entries: ImportEntry[] = [];
  for (const [n, item] of items.entries()) {
    if (n % 25 === 0) await endSlice();
    const entry = readItem(item, as);
    if (entry) entries.push(entry);
    if (entries.length > maxImportedGames) break;
  }
  return entries;
}

function readItem(item: unknown, as: ImportTarget): ImportEntry | null {
  if (typeof item === "string") return readText(item, as);
  if (typeof item === "number") return appidOf(item) === null ? null : entryOf({ as, steamAppid: item });
  if (!isObject(item)) return null;
  const fields = new Map(
    Object.entries(item).map(([name, value]) => [name.toLowerCase().replace(/[^a-z]/g, ""), value]),
  );
  const firstOf = (...names: string[]) => names.map((name) => fields.get(name)).find((value) => value != null);
  const title = titleOf(firstOf("title", "name", "game", "gametitle", "gamename"));
  const appid = appidOf(firstOf("appid", "steamappid", "steamgameid")) ?? augmentedAppid(firstOf("gameid"));
  const link = firstOf("url", "link", "storeurl", "storelink");
  const page = typeof link === "string" ? readStoreLink(link) : null;
  const product = productOf(nameOf(firstOf("source", "store", "launcher")), firstOf("gameid"));
  if (!title && !page && !product && appid === null) return null;
  return entryOf({
    as,
    title,
    ...(page ?? {}),
    ...(product ?? {}),
    ...(appid !== null && { steamAppid: appid }),
    platform: platformsOf(fields),
    year: releaseYearOf(firstOf("releaseyear", "releasedate", "year")),
    addedAt: timeOf(firstOf("dateadded", "dateaddedutc", "added", "addedat")),
  });
}

function readText(text: string, as: ImportTarget): ImportEntry | null {
  const page = readStoreLink(text.trim());
  if (page) return entryOf({ as, ...page });
  const title = titleOf(text);
  return title === null ? null : entryOf({ as, title });
}

/** `["steam", "app/220"]`, as the extension Augmented Steam writes it. */
function augmentedAppid(value: unknown): number | null {
  if (!Array.isArray(value) || value[0] !== "steam" || typeof value[1] !== "string") return null;
  return appidOf(/^app\/(\d{1,10})$/.exec(value[1])?.[1]);
}

/** A name, or the name of an object. */
function nameOf(value: unknown): unknown {
  return isObject(value) ? (value.Name ?? value.name) : value;
}

/** The names in all fields of platforms; without any, a launcher that is a console's. */
function platformsOf(fields: ReadonlyMap<string, unknown>): string | null {
  const named = [...fields].flatMap(([name, value]) => (isPlatformName(name) ? namesOf(value) : []));
  if (named.length > 0) return named.join(", ");
  const sources = ["source", "store", "launcher"].flatMap((name) => namesOf(fields.get(name)));
  return sources.find(isOtherName) ?? null;
}

const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .map(nameOf)
    .filter((name) => typeof name === "string" && name !== "") as string[];
