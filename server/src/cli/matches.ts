import { type Command, InvalidArgumentError, Option } from "commander";
import { type StoreKey, storeKeys } from "contract/stores.ts";
import { acceptReview, listReviews, type MatchReview, rejectReview } from "../features/prices/matching/reviews.ts";
import { runOnDatabase } from "./run.ts";

interface ListFlags {
  store?: StoreKey;
  decided?: boolean;
  limit: number;
}

/** `matches list`, which `matches` alone is too, `matches accept` and `matches reject`. */
export function matchesCommands(program: Command): void {
  const matches = program
    .command("matches")
    .description("decides which games a store's products are, where titles do not tell");
  matches
    .command("list", { isDefault: true })
    .description("lists products that wait for a decision, with the games that they may be")
    .addOption(new Option("--store <key>", "of this store only").choices(storeKeys))
    .option("--decided", "what was decided, instead of what waits")
    .option("--limit <n>", "at most so many", wholeNumber, 50)
    .action((flags: ListFlags) => runList(flags));
  matches
    .command("accept")
    .description("from its next reading on the product is that game")
    .argument("<match>", "its number in the list", wholeNumber)
    .argument("<game>", "the game's id, as in the address of its page", wholeNumber)
    .action((match: number, game: number) =>
      runOnDatabase(async ({ database }) => {
        await acceptReview(database.db, match, game, new Date());
        console.log(`Product ${match} is game ${game}, from the next reading of its store on.`);
      }),
    );
  matches
    .command("reject")
    .description("the product is none of our games")
    .argument("<match>", "its number in the list", wholeNumber)
    .action((match: number) =>
      runOnDatabase(async ({ database }) => {
        await rejectReview(database.db, match, new Date());
        console.log(`Product ${match} is none of our games.`);
      }),
    );
}

function runList({ store, decided, limit }: ListFlags): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { reviews, total } = await listReviews(database.db, {
      ...(store && { store }),
      ...(decided && { decided }),
      limit,
    });
    for (const review of reviews) console.log(describe(review));
    console.log(`${reviews.length} of ${total} ${decided ? "decided" : "waiting"}`);
  });
}

function describe({ id, store, productId, title, candidates, seenCount, decision, gameId }: MatchReview): string {
  const product = `${id}  ${store}  ${title ?? "(no title)"}  [${productId}]  seen ${seenCount}x`;
  if (decision) return `${product}\n    ${decision}${gameId === null ? "" : ` as game ${gameId}`}`;
  if (candidates.length === 0) return `${product}\n    no game of such a title`;
  return [product, ...candidates.map((game) => `    perhaps ${game.id}  ${game.title}`)].join("\n");
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1) throw new InvalidArgumentError("must be a whole number above 0.");
  return Number(value);
}
