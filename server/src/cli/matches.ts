import type { Command } from "commander";
import { matchReasons } from "contract/prices/match-reasons.ts";
import type { Match } from "contract/prices/match-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { acceptMatch, rejectMatch, undoMatch } from "../features/prices/matching/commands-matches.ts";
import { listMatches } from "../features/prices/matching/queries-matches.ts";
import type { Db } from "../platform/db/connect.ts";
import { parseStoreKey, requireChosenStore } from "./chosen.ts";
import { runOnDatabase } from "./run.ts";
import { wholeNumber } from "./whole-number.ts";

interface ListFlags {
  store?: StoreKey;
  decided?: boolean;
  limit: number;
}

/** `matches list`, which `matches` alone is too, `accept`, `reject` and `undo`. */
export function matchesCommands(program: Command): void {
  const matches = program.command("matches").description("Review uncertain matches of store products with games");
  matches
    .command("list", { isDefault: true })
    .description("List products to review with candidate games (default)")
    .option("--store <key>", "only list products of this store", parseStoreKey)
    .option("--decided", "list decided products instead")
    .option("--limit <n>", "maximum number of rows", wholeNumber, 50)
    .action((flags: ListFlags) => runList(flags));
  matches
    .command("accept")
    .description("Match a product to a game, starting with the next sync")
    .argument("<match>", "id of the match, as listed", wholeNumber)
    .argument("<game>", "id of the game, as in the URL of its page", wholeNumber)
    .action((match: number, game: number) =>
      decide(
        (db) => acceptMatch(db, null, match, game, new Date()),
        `Matched product ${match} to game ${game}, starting with the next sync.`,
      ),
    );
  matches
    .command("reject")
    .description("Reject all candidates of a product")
    .argument("<match>", "id of the match, as listed", wholeNumber)
    .action((match: number) => decide((db) => rejectMatch(db, null, match, new Date()), `Rejected product ${match}.`));
  matches
    .command("undo")
    .description("Undo a decision; the product returns to review")
    .argument("<match>", "id of the match, as listed", wholeNumber)
    .action((match: number) =>
      decide((db) => undoMatch(db, null, match, {}, new Date()), `Returned product ${match} to review.`),
    );
}

function decide(change: (db: Db) => Promise<unknown>, done: string): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    await change(database.db);
    console.log(done);
  });
}

function runList({ store, decided, limit }: ListFlags): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    if (store !== undefined) await requireChosenStore(database.db, store);
    const { matches, total } = await listMatches(database.db, {
      ...(store && { store }),
      ...(decided && { state: "decided" }),
      limit,
    });
    for (const match of matches) console.log(describe(match));
    console.log(`${matches.length} of ${total} ${decided ? "decided products" : "products to review"}`);
  });
}

function describe({ id, store, product_id, title, candidates, seen_count, reason, decision, game }: Match): string {
  const product = `${id}  ${store}  ${title ?? "(no title)"}  [${product_id}]  seen: ${seen_count}`;
  if (decision) return `${product}\n    ${decision}${game ? ` as game ${game.id}` : ""}`;
  const waits = reason ? `${product}\n    reason: ${matchReasons[reason]}` : product;
  if (candidates.length === 0) return `${waits}\n    no candidates`;
  return [waits, ...candidates.map((game) => `    candidate ${game.id}  ${game.title}`)].join("\n");
}
