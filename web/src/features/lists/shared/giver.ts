import { brand } from "contract/brand.ts";

/** In no family of caches: it outlives the session, as the marks belong to the browser and not to a user. */
const name = `${brand.slug}_giver`;

/** What this browser's marks of gifts are recognized by. */
export function storedGiver(): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function storeGiver(giver: string): void {
  try {
    localStorage.setItem(name, giver);
  } catch {}
}
