import { maskAddress } from "contract/prices/feed-rules.ts";
import type { MissingItem, SetupState } from "contract/setup/api.ts";
import type { GameSourceChoice } from "contract/site-config/defaults.ts";
import type { SetupFacts } from "./queries.ts";

export function toSetupState(facts: SetupFacts): SetupState {
  const { env, settings, mail } = facts;
  return {
    mail: { url: mail.url === undefined ? null : maskAddress(mail.url), from: mail.from ?? null, fixed: mail.fixed },
    catalogue: {
      games: (settings["sync.games_from"] || null) as GameSourceChoice | null,
      starter_games: facts.starterGames,
      has_steam_key: env.steamWebApiKey !== undefined,
      fixed: env.catalogueSync !== undefined,
    },
    missing: listMissing(facts),
  };
}

/** What the site still lacks, in the order in which to provide it. */
function listMissing({ env, settings, mail, markets, stores, games, blankTexts }: SetupFacts): MissingItem[] {
  const { hostname } = new URL(env.publicUrl);
  const isLocal = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  const isUnanswered = settings["sync.games_from"] === "" && env.catalogueSync === undefined && games === 0;
  const checks: [MissingItem["what"], boolean, string][] = [
    ["countries", markets === 0, "Choose the countries whose prices are shown."],
    ["stores", stores === 0, "Choose the stores whose prices are compared."],
    ["mail", mail.url === undefined, "Name a mail server: until then, mail is saved as files in the data folder."],
    ["catalogue", isUnanswered, "Choose where games and prices come from."],
    ["contact_email", settings["contact.email"] === "", "Set contact.email in Site Config: visitors write there."],
    ["public_url", isLocal, "Set PUBLIC_URL to the address that visitors type, and restart."],
    ["backups", env.backupDir === undefined, "Set BACKUP_DIR to a folder on another disk, and restart."],
    ["blank_texts", blankTexts.length > 0, `Fill in the blanks of ${blankTexts.join(", ")} in Content Strings.`],
  ];
  return checks.flatMap(([what, isMissing, advice]) => (isMissing ? [{ what, advice }] : []));
}
