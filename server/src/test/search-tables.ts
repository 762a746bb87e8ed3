import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";

/** The tables, of the site and of its jobs, with a row in which the text occurs anywhere, in any case, also as bytes. */
export async function tablesThatHold(db: Db, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'jobs') order by 1`);
  const asBytes = `%${Buffer.from(text).toString("hex")}%`;
  const asText = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const holding: string[] = [];
  for (const { name } of rows) {
    const found = await db.execute(sql`
      select from ${sql.raw(name)} t where t::text ilike ${asText} or t::text like ${asBytes} limit 1`);
    if (found.rows.length > 0) holding.push(name);
  }
  return holding;
}
