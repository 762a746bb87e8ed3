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
  const matches = program
    .command("matches")
    .description("decides which games a store's products are, where titles are ambiguous");
  matches
    .command("list", { isDefault: true })
    .description("lists products that wait for a decision, with the games that they may be")
    .option("--store <key>", "of this store only", parseStoreKey)
    .option("--decided", "what was decided, instead of what waits")
    .option("--limit <n>", "the most to list", wholeNumber, 50)
    .action((flags: ListFlags) => runList(flags));
  matches
    .command("accept")
    .description("from its next reading on the product is that game")
    .argument("<match>", "its number in the list", wholeNumber)
    .argument("<game>", "the game's id, as in the address of its page", wholeNumber)
    .action((match: number, game: number) =>
      decide(
        (db) => acceptMatch(db, null, match, game, new Date()),
        `Product ${match} is game ${game}, from the next reading of its store on.`,
      ),
    );
  matches
    .command("reject")
    .description("the product is none of our games")
    .argument("<match>", "its number in the list", wholeNumber)
    .action((match: number) =>
      decide((db) => rejectMatch(db, null, match, new Date()), `Product ${match} is none of our games.`),
    );
  matches
    .command("undo")
    .description("takes a decision back, so that the product waits again")
    .argument("<match>", "its number in the list", wholeNumber)
    .action((match: number) =>
      decide((db) => undoMatch(db, null, match, {}, new Date()), `Product ${match} waits for a decision again.`),
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
      ...(decided && { decided }),
      limit,
    });
    for (const match of matches) console.log(describe(match));
    console.log(`${matches.length} of ${total} ${decided ? "decided" : "waiting"}`);
  });
}

function describe({ id, store, product_id, title, candidates, seen_count, reason, decision, game }: Match): string {
  const product = `${id}  ${store}  ${title ?? "(no title)"}  [${product_id}]  seen ${seen_count}x`;
  if (decision) return `${product}\n    ${decision}${game ? ` as game ${game.id}` : ""}`;
  const waits = reason ? `${product}\n    waits: ${matchReasons[reason]}` : product;
  if (candidates.length === 0) return `${waits}\n    no game of a similar title`;
  return [waits, ...candidates.map((game) => `    perhaps ${game.id}  ${game.title}`)].join("\n");
}
