import { sql } from "drizzle-orm";
import type { Db } from "../platform/db/connect.ts";

/** For each text, the sorted names of the tables that contain it in any column, in any case, as text or as bytes. */
export async function tablesThatHold(db: Db, texts: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'jobs') order by 1`);
  const patterns = texts.flatMap((text) => [
    { text, pattern: `%${text.replaceAll(/[\\%_]/g, "\\$&")}%` },
    { text, pattern: `%${Buffer.from(text).toString("hex")}%` },
  ]);
  const holding = new Map(texts.map((text) => [text, new Set<string>()]));
  for (const { name } of rows) {
    const found = await db.execute<{ text: string }>(sql`
      select p.text from jsonb_to_recordset(${JSON.stringify(patterns)}::jsonb) as p(text text, pattern text)
      where exists (select from ${sql.raw(name)} t where t::text ilike p.pattern)`);
    for (const { text } of found.rows) holding.get(text)?.add(name);
  }
  return new Map([...holding].map(([text, names]) => [text, [...names]]));
}
