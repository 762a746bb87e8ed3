import { appidOf, type ImportEntry } from "./entry.ts";

/** Our stores, by the names that launchers have for them. */
const stores: Record<string, string> = { gog: "gog", epic: "epic", humble: "humble" };

/** What a launcher says of where a game is from: Steam's ids are appids. */
export function productOf(source: unknown, id: unknown): Partial<ImportEntry> | null {
  const name = typeof source === "string" ? source.trim().toLowerCase() : "";
  const text = typeof id === "string" || typeof id === "number" ? String(id).trim() : "";
  if (name === "steam") {
    const steamAppid = appidOf(text);
    return steamAppid === null ? null : { steamAppid };
  }
  const store = stores[name.split(" ")[0]!];
  return store && /^[\w-]{1,100}$/.test(text) ? { product: { store, id: text } } : null;
}
