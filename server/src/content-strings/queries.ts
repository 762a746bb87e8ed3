import type { Db } from "../db/connect.ts";
import { contentStrings } from "./table.ts";

/** Every text of the site by its key. */
export async function listPublicStrings(db: Db): Promise<Record<string, string>> {
  const rows = await db.select({ key: contentStrings.key, value: contentStrings.currentValue }).from(contentStrings);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
