import { Command, CommanderError } from "commander";
import { CommandFailed } from "./run.ts";

type AddCommands = (program: Command) => void;

const catalogue = async () => (await import("./catalogue.ts")).catalogueCommands;
const openData = async () => (await import("./open-data.ts")).openDataCommands;
const vouchers = async () => (await import("./vouchers.ts")).vouchersCommand;
const bundles = async () => (await import("./bundles.ts")).bundlesCommand;
const history = async () => (await import("./history.ts")).historyCommands;
const prices = async () => (await import("./prices.ts")).pricesCommand;
const subscriptions = async () => (await import("./subscriptions.ts")).subscriptionsCommand;
const matches = async () => (await import("./matches.ts")).matchesCommands;
const readings = async () => (await import("./readings.ts")).readingsCommands;
const sync = async () => (await import("./sync.ts")).syncCommand;
const stores = async () => (await import("./stores.ts")).storesCommands;
const markets = async () => (await import("./markets.ts")).marketsCommands;
const rates = async () => (await import("./rates.ts")).ratesCommand;
const generate = async () => (await import("./generate.ts")).generateCommand;
const admin = async () => (await import("./admin.ts")).adminCommands;
const accounts = async () => (await import("./admin.ts")).accountsCommands;
const audit = async () => (await import("./audit.ts")).auditCommands;
const setup = async () => (await import("./setup.ts")).setupCommand;
const doctor = async () => (await import("./doctor.ts")).doctorCommand;
const backup = async () => (await import("./backup.ts")).backupCommands;

/**
 * What a command line begins with, in the order of the help: then only that part of the site is read, which is most of
 * a short command's time.
 */
const byFirstWords = new Map<string, () => Promise<AddCommands>>([
  ["import catalogue", catalogue],
  ["export catalogue", catalogue],
  ["import dump", openData],
  ["export dump", openData],
  ["import bundles", bundles],
  ["import vouchers", vouchers],
  ["import history", history],
  ["drop history", history],
  ["import prices", prices],
  ["import subscriptions", subscriptions],
  ["matches", matches],
  ["readings", readings],
  ["sync", sync],
  ["stores", stores],
  ["markets", markets],
  ["rates", rates],
  ["generate", generate],
  ["admin", admin],
  ["accounts", accounts],
  ["audit", audit],
  ["setup", setup],
  ["doctor", doctor],
  ["backup", backup],
  ["restore", backup],
  ["rollback", backup],
]);

/** Runs a command line, prints its output and errors, and returns its exit status: 0 on success, 1 on any error. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const program = new Command("npm run cli --")
    .description("Manage the site and its database. Works while the site runs.")
    .showHelpAfterError("(use --help to list commands and options)")
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      "after",
      "\nExit status: 0 on success, 1 on any error.\nConfiguration: environment variables (docs/spec/operations.md).",
    )
    .exitOverride();
  const [first = "", second = ""] = args;
  const called = byFirstWords.get(first) ?? byFirstWords.get(`${first} ${second}`);
  const wanted = called ? [called] : [...new Set(byFirstWords.values())];
  for (const add of await Promise.all(wanted.map((read) => read()))) add(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // Both have printed why.
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof CommandFailed) return 1;
    throw error;
  }
}
