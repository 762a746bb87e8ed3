import type { Command } from "commander";
import { applyReading } from "../features/prices/readings/commands-readings.ts";
import { undoReading } from "../features/prices/readings/commands-undo.ts";
import { isUndoable, type ListedReading, listReadings } from "../features/prices/readings/queries.ts";
import { runOnDatabase } from "./run.ts";
import { wholeNumber } from "./whole-number.ts";

/** `readings list`, which `readings` alone is too, `undo` and `apply`. */
export function readingsCommands(program: Command): void {
  const readings = program.command("readings").description("lists, undoes and applies readings of prices");
  readings
    .command("list", { isDefault: true })
    .description("lists the latest readings of price sources and files")
    .option("--source <name>", "of this source, or file, only")
    .option("--limit <n>", "the most to list", wholeNumber, 50)
    .action((flags: { source?: string; limit: number }) => runList(flags));
  readings
    .command("undo")
    .description("takes back what a reading changed, except what has changed since; nobody is notified")
    .argument("<reading>", "its number in the list", wholeNumber)
    .action((id: number) =>
      runOnDatabase(async ({ database }) => {
        const { takenBack } = await undoReading(database.db, null, id, new Date());
        console.log(`Undid reading ${id}: ${takenBack} offers are as they were before.`);
      }),
    );
  readings
    .command("apply")
    .description("applies a reading that is held because its prices collapsed")
    .argument("<reading>", "its number in the list", wholeNumber)
    .action((id: number) =>
      runOnDatabase(async ({ database }) => {
        const { changed } = await applyReading(database.db, null, id, new Date());
        console.log(`Applied reading ${id}: ${changed} offers changed.`);
      }),
    );
}

function runList({ source, limit }: { source?: string; limit: number }): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { readings, total } = await listReadings(database.db, { source, limit });
    for (const reading of readings) console.log(describe(reading));
    console.log(`${readings.length} of ${total} readings`);
  });
}

function describe(reading: ListedReading): string {
  const { id, source, state, store, country, begunAt, seen, changed, held, problem } = reading;
  const where = [store, country].filter(Boolean).join(" ");
  const isFixed = (state === "applied" || state === "failed") && !isUndoable(reading, new Date());
  const line = [id, begunAt.toISOString(), source, where, isFixed ? `${state}, too old to undo` : state].join("  ");
  const counts = `    ${seen} read, ${changed} changed${held > 0 ? `, ${held} wait to be applied` : ""}`;
  return [line, counts, ...(problem ? [`    ${problem}`] : [])].join("\n");
}
