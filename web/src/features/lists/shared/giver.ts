import { brand } from "contract/brand.ts";

/** In no cache family: it outlives the session, because the marks belong to the browser and not to a user. */
const name = `${brand.slug}_giver`;

/** The id of this browser as a giver. */
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
