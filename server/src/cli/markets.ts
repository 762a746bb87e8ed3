import type { Command } from "commander";
import { formatCount } from "contract/core/counts.ts";
import { changeMarket } from "../features/markets/commands.ts";
import { listAllMarkets } from "../features/markets/queries.ts";
import { parseCountry } from "./chosen.ts";
import { printTable } from "./report.ts";
import { runOnDatabase } from "./run.ts";

/** `markets list`, which `markets` alone is too, `markets enable` and `markets disable`. */
export function marketsCommands(program: Command): void {
  const markets = program.command("markets").description("Manage the countries whose prices are shown");
  markets
    .command("list", { isDefault: true })
    .description("List markets with country, currency and number of offers (default)")
    .action(runList);
  markets
    .command("enable")
    .description("Show a country's prices")
    .argument("<country>", "country code, such as GB", parseCountry)
    .action((country: string) => runChange(country, true));
  markets
    .command("disable")
    .description("Hide a country's prices; they are kept")
    .argument("<country>", "country code, such as GB", parseCountry)
    .action((country: string) => runChange(country, false));
}

function runList(): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const markets = await listAllMarkets(database.db);
    printTable(
      markets.map(({ country, name, currency, locale, offers, enabled, default: isDefault }) => [
        country,
        name,
        currency,
        locale,
        `${formatCount(offers)} offers`,
        isDefault ? "enabled (default)" : enabled ? "enabled" : "",
      ]),
    );
  });
}

function runChange(country: string, enabled: boolean): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { name, currency } = await changeMarket(database.db, null, country, { enabled }, new Date());
    console.log(`${enabled ? "Enabled" : "Disabled"} market ${name} (${currency}).`);
  });
}
