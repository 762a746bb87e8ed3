import type { Command } from "commander";
import { fetchRates } from "../features/markets/rates/commands-rates.ts";
import { createClient } from "../features/prices/sources/client.ts";
import { parseEnv } from "../platform/process/env.ts";
import { printCounts } from "./report.ts";
import { runOnDatabase } from "./run.ts";

/** `rates`. */
export function ratesCommand(program: Command): void {
  program.command("rates").description("Fetch the European Central Bank's exchange rates").action(runFetch);
}

function runFetch(): Promise<void> {
  return runOnDatabase(async ({ database: { db }, signal }) => {
    const { ecbRatesUrl, publicUrl } = parseEnv(process.env);
    const client = createClient({ publicUrl, paceMs: 0 });
    const { day, currencies, changed } = await fetchRates(db, { url: ecbRatesUrl, client, now: new Date(), signal });
    console.log(
      changed ? `Fetched exchange rates of ${day}:` : `Already up to date; latest exchange rates are of ${day}:`,
    );
    printCounts({ currencies });
  });
}
