import { appidOf, type ImportEntry } from "./entry.ts";

/** Store keys by the names that launchers use. */
const stores: Record<string, string> = { gog: "gog", epic: "epic", humble: "humble" };

/** Reads a launcher's source and id of a game; Steam's ids are appids. */
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
