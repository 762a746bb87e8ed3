import { type Command, InvalidArgumentError } from "commander";
import { generateCatalogue } from "../features/imports/generate/generate.ts";
import { showProgress } from "./progress.ts";
import { printCounts, secondsSince } from "./report.ts";
import { runOnDatabase } from "./run.ts";

interface GenerateFlags {
  games: number;
  history: number;
  seed: number;
  replace?: boolean;
}

/** `generate`. */
export function generateCommand(program: Command): void {
  program
    .command("generate")
    .description("Fill an empty catalogue with generated games, for benchmarks")
    .requiredOption("--games <n>", "number of games", wholeNumber(10_000_000))
    .requiredOption("--history <n>", "number of price history records", wholeNumber(1_000_000_000))
    .option("--seed <n>", "seed; the same seed generates the same games", wholeNumber(1_000_000), 1)
    .option("--replace", "first remove existing sample or generated games")
    .action((flags: GenerateFlags) => runGenerate(flags));
}

function runGenerate({ games, history, seed, replace }: GenerateFlags): Promise<void> {
  return runOnDatabase(
    async ({ database, signal }) => {
      const start = performance.now();
      const progress = showProgress("Generating games");
      const generated = await generateCatalogue(database.db, {
        games,
        history,
        seed,
        now: new Date(),
        ...(replace && { replace }),
        signal,
        onStep: progress.update,
      }).finally(progress.end);
      console.log("Generated:");
      printCounts({
        games: generated.games,
        offers: generated.offers,
        "price history records": generated.history,
        seconds: secondsSince(start),
      });
    },
    { asOwner: true },
  );
}

function wholeNumber(most: number): (value: string) => number {
  return (value) => {
    if (/^\d+$/.test(value) && Number(value) <= most) return Number(value);
    throw new InvalidArgumentError(`Expected a whole number up to ${most}.`);
  };
}
