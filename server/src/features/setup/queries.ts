import { hasBlanks, textsWithBlanks } from "contract/content-strings/defaults/legal.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import type { Env } from "../../platform/process/env.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { type FoundMailServer, findMailServer } from "../site-config/queries-mail.ts";

export interface SetupFacts {
  env: Pick<Env, "publicUrl" | "backupDir" | "catalogueSync" | "steamWebApiKey">;
  settings: SiteSettings;
  mail: FoundMailServer;
  /** Enabled ones. */
  markets: number;
  stores: number;
  /** Other than the sample. */
  games: number;
  starterGames: number;
  /** Keys of legal texts that the operator has not filled in. */
  blankTexts: readonly string[];
}

export interface SetupDeps {
  db: Db;
  env: Env;
  secretKey: SecretKey;
  countStarterGames(): Promise<number>;
}

/** Reads what the state of the questions is derived from. */
export async function readSetupFacts(
  { db, env, secretKey, countStarterGames }: SetupDeps,
  settings: SiteSettings,
): Promise<SetupFacts> {
  const { rows } = await db.execute<{ markets: number; stores: number; games: number }>(sql`
    select (select count(*) from markets where enabled)::int as markets,
      (select count(*) from stores where enabled)::int as stores,
      (select count(*) from games where not sample)::int as games
  `);
  const { rows: texts } = await db.execute<{ key: string; value: string }>(sql`
    select key, current_value as value from content_strings
    where language = ${sourceLanguage} and key = any(${textArrayOf(textsWithBlanks)}::text[])
    order by key
  `);
  const blankTexts = texts.filter(({ value }) => hasBlanks(value)).map(({ key }) => key);
  const [mail, starterGames] = await Promise.all([findMailServer(db, { env, secretKey }), countStarterGames()]);
  return { ...rows[0]!, env, settings, mail, starterGames, blankTexts };
}
