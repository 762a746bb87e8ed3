import type { Command } from "commander";
import { applyReading } from "../features/prices/readings/commands-readings.ts";
import { undoReading } from "../features/prices/readings/commands-undo.ts";
import { isUndoable, type ListedReading, listReadings } from "../features/prices/readings/queries.ts";
import { runOnDatabase } from "./run.ts";
import { wholeNumber } from "./whole-number.ts";

/** `readings list`, which `readings` alone is too, `undo` and `apply`. */
export function readingsCommands(program: Command): void {
  const readings = program.command("readings").description("List, undo and apply readings of prices");
  readings
    .command("list", { isDefault: true })
    .description("List the latest readings of price sources and files (default)")
    .option("--source <name>", "only list readings of this source or file")
    .option("--limit <n>", "maximum number of rows", wholeNumber, 50)
    .action((flags: { source?: string; limit: number }) => runList(flags));
  readings
    .command("undo")
    .description("Undo what a reading changed, except what has changed since; sends no notifications")
    .argument("<reading>", "id of the reading, as listed", wholeNumber)
    .action((id: number) =>
      runOnDatabase(async ({ database }) => {
        const { takenBack } = await undoReading(database.db, null, id, new Date());
        console.log(`Undid reading ${id}: ${takenBack} offers restored.`);
      }),
    );
  readings
    .command("apply")
    .description("Apply a reading that is held because its prices collapsed")
    .argument("<reading>", "id of the reading, as listed", wholeNumber)
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
  const counts = `    ${seen} read, ${changed} changed${held > 0 ? `, ${held} held` : ""}`;
  return [line, counts, ...(problem ? [`    ${problem}`] : [])].join("\n");
}
