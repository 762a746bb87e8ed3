import type { Command } from "commander";
import { formatCount } from "contract/core/counts.ts";
import { changeMarket, enableAllMarkets, type MarketEdit } from "../features/markets/commands.ts";
import { listAllMarkets } from "../features/markets/queries.ts";
import { parseCountry } from "./chosen.ts";
import { printTable } from "./report.ts";
import { runOnDatabase } from "./run.ts";

/** `markets list`, which `markets` alone is too, `markets enable`, `markets disable` and `markets share`. */
export function marketsCommands(program: Command): void {
  const markets = program.command("markets").description("Manage the countries whose prices are shown");
  markets
    .command("list", { isDefault: true })
    .description("List markets with country, currency and number of offers (default)")
    .action(runList);
  markets
    .command("enable")
    .description("Show a country's prices, or those of all countries")
    .argument("[country]", "country code, such as GB", parseCountry)
    .option("--all", "enable all countries")
    .action((country: string | undefined, { all = false }: { all?: boolean }, command: Command) => {
      if (all === (country !== undefined)) command.error("error: name a country, or all of them with --all");
      return country === undefined ? runEnableAll() : runChange(country, { enabled: true });
    });
  markets
    .command("disable")
    .description("Hide a country's prices; they are kept")
    .argument("<country>", "country code, such as GB", parseCountry)
    .action((country: string) => runChange(country, { enabled: false }));
  markets
    .command("share")
    .description("Share the prices of another country, or stop sharing; history is kept")
    .argument("<country>", "country code, such as FR", parseCountry)
    .argument("[with]", "the country whose prices it has, such as DE; without one it has its own", parseCountry)
    .action((country: string, other?: string) => runChange(country, { sharesPricesWith: other ?? null }));
}

function runList(): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const markets = await listAllMarkets(database.db);
    printTable(
      markets.map(({ country, name, currency, locale, offers, enabled, shares_prices_with, default: isDefault }) => [
        country,
        name,
        currency,
        locale,
        shares_prices_with ? `prices of ${shares_prices_with}` : `${formatCount(offers)} offers`,
        isDefault ? "enabled (default)" : enabled ? "enabled" : "",
      ]),
    );
  });
}

function runEnableAll(): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const count = await enableAllMarkets(database.db, null, new Date());
    console.log(`Enabled ${formatCount(count)} markets: all are enabled now.`);
  });
}

function runChange(country: string, edit: Pick<MarketEdit, "enabled" | "sharesPricesWith">): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { name, currency, shares_prices_with } = await changeMarket(database.db, null, country, edit, new Date());
    if (edit.enabled !== undefined)
      console.log(`${edit.enabled ? "Enabled" : "Disabled"} market ${name} (${currency}).`);
    else
      console.log(`${name} has ${shares_prices_with ? `the prices of ${shares_prices_with}` : "prices of its own"}.`);
  });
}
