import { createInterface } from "node:readline";
import { type Command, Option } from "commander";
import { AppError } from "contract/core/errors.ts";
import { MailServer, type SetupState } from "contract/setup/api.ts";
import { type GameSourceChoice, gameSources } from "contract/site-config/defaults.ts";
import { readStarterGames } from "../features/catalogue/sources/starter-games.ts";
import { listAllMarkets } from "../features/markets/queries.ts";
import { lockPrices } from "../features/prices/offers/commands.ts";
import { recomputePrices } from "../features/prices/offers/commands-recompute.ts";
import { hasFeed } from "../features/prices/product-feeds/queries-feeds.ts";
import { answerSetup, type SetupAnswers } from "../features/setup/commands.ts";
import { toSetupState } from "../features/setup/present.ts";
import { readSetupFacts } from "../features/setup/queries.ts";
import { readSiteSettings } from "../features/site-config/queries.ts";
import { listStores } from "../features/stores/queries.ts";
import type { Db } from "../platform/db/connect.ts";
import { openSecretKey } from "../platform/process/secret-key.ts";
import { parseCountry, parsedBy, parseStoreKey } from "./chosen.ts";
import { runOnDatabase, type Work } from "./run.ts";

interface Flags {
  countries?: string[];
  stores?: string[];
  mail?: string;
  mailFrom?: string;
  catalogue?: GameSourceChoice;
}

const noMail = "none";
const parseMailUrl = parsedBy(MailServer.shape.url);
const parseSender = parsedBy(MailServer.shape.from.unwrap());
const parseMail = (text: string) => (text === noMail ? noMail : parseMailUrl(text));

/** `setup`. */
export function setupCommand(program: Command): void {
  program
    .command("setup")
    .description("Answer the four questions of a new site: on the terminal, or with options; those left out stay")
    .option("--countries <list>", "countries whose prices are shown, such as US,DE", listOf(parseCountry))
    .option("--stores <list>", "stores whose prices are compared, such as steam,gog,epic", listOf(parseStoreKey))
    .option("--mail <url>", "mail server, such as smtp://name:password@mail.example.org:587, or none", parseMail)
    .option("--mail-from <address>", "sender of mails", parseSender)
    .addOption(
      new Option(
        "--catalogue <source>",
        "starter: Steam's most reviewed games and GOG's catalogue; gog: that alone; none: import files",
      ).choices(gameSources),
    )
    .action((flags: Flags) => runOnDatabase((work) => runSetup(flags, work)));
}

function listOf(parse: (text: string) => string) {
  return (text: string) => text.split(/[\s,]+/).map(parse);
}

async function runSetup(flags: Flags, { database: { db }, env, signal }: Work): Promise<void> {
  const secretKey = await openSecretKey(env);
  const countStarterGames = async () => (await readStarterGames()).length;
  const readState = async () =>
    toSetupState(await readSetupFacts({ db, env, secretKey, countStarterGames }, await readSiteSettings(db)));
  const isAsking = Object.keys(flags).length === 0 && process.stdin.isTTY === true;
  const answers = isAsking ? await ask(db, await readState(), signal) : toAnswers(flags);
  const prices = { lockPrices, recomputePrices, hasFeed };
  await answerSetup(db, { env, secretKey, prices }, null, answers, new Date());
  const answered = Object.keys(answers);
  console.log(answered.length === 0 ? "Nothing was changed." : `Saved: ${answered.join(", ")}.`);
  const { missing } = await readState();
  if (missing.length === 0) console.log("Nothing is missing.");
  else console.log(["Still missing:", ...missing.map(({ advice }) => `- ${advice}`)].join("\n"));
}

function toAnswers({ countries, stores, mail, mailFrom, catalogue }: Flags): SetupAnswers {
  if (mailFrom !== undefined && (mail === undefined || mail === noMail))
    throw new AppError("invalid", "--mail-from needs the mail server, --mail");
  return {
    ...(countries && { countries }),
    ...(stores && { stores }),
    ...(mail !== undefined && { mail: mail === noMail ? null : { url: mail, from: mailFrom ?? null } }),
    ...(catalogue && { catalogue }),
  };
}

/**
 * Asks the questions on the terminal; an empty answer skips one, and an answer that cannot be used is asked again. What
 * the environment decides is not asked. Throws if the operator ends the questions (Ctrl-C, Ctrl-D).
 */
async function ask(db: Db, { mail, catalogue }: SetupState, signal: AbortSignal): Promise<SetupAnswers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: "> ", signal });
  // unlike question(), keeps lines that arrive before they are asked for, as pasted ones do
  const lines = terminal[Symbol.asyncIterator]();
  let isOpen = true;
  terminal.once("close", () => {
    isOpen = false;
  });
  const markets = (await listAllMarkets(db)).map(({ country, enabled }) => ({ key: country, enabled }));
  const stores = await listStores(db);

  async function question<Value>(text: string, read: (answer: string) => Value): Promise<Value | undefined> {
    console.log(text);
    for (;;) {
      if (isOpen) terminal.prompt();
      const { value, done } = await lines.next();
      if (done) {
        console.log("");
        throw new AppError("invalid", "Interrupted; nothing was changed");
      }
      const answer = value.trim();
      if (answer === "") return undefined;
      try {
        return read(answer);
      } catch (error) {
        console.log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  try {
    console.log("Four questions. Enter keeps what is in brackets; nothing is saved before the last answer.");
    const flags: Flags = {};
    const countries = await question(
      `1. Countries whose prices are shown [${namesOf(markets)}], of ${markets.map(({ key }) => key).join(",")}`,
      oneOf("country", markets, listOf(parseCountry)),
    );
    if (countries) flags.countries = countries;
    const chosen = await question(
      `2. Stores whose prices are compared [${namesOf(stores)}], of ${stores.map(({ key }) => key).join(",")}`,
      oneOf("store", stores, listOf(parseStoreKey)),
    );
    if (chosen) flags.stores = chosen;
    if (mail.fixed) console.log(`3. Mail server: ${mail.url}, which SMTP_URL states`);
    else {
      const server = await question(
        `3. Mail server, such as smtp://name:password@mail.example.org:587, or none [${mail.url ?? noMail}]`,
        parseMail,
      );
      if (server !== undefined) flags.mail = server;
      if (server !== undefined && server !== noMail) {
        const from = await question("   Sender of mails [no-reply at the site's name]", parseSender);
        if (from !== undefined) flags.mailFrom = from;
      }
    }
    if (catalogue.fixed) console.log("4. Games: CATALOGUE_SYNC states whether they are read");
    else {
      const games = catalogue.has_steam_key ? "all of Steam" : "Steam's most reviewed games";
      const source = await question(
        `4. Games: starter (${games}, and GOG's catalogue), gog (that alone) or none (you import files) ` +
          `[${catalogue.games ?? "not chosen"}]`,
        readSource,
      );
      if (source) flags.catalogue = source;
    }
    return toAnswers(flags);
  } finally {
    terminal.close();
  }
}

interface Choice {
  key: string;
  enabled: boolean;
}

const namesOf = (choices: readonly Choice[]) =>
  choices
    .filter(({ enabled }) => enabled)
    .map(({ key }) => key)
    .join(",");

/** Refuses what the site does not know at once: after the last question all answers would be lost. */
function oneOf(what: string, known: readonly Choice[], read: (text: string) => string[]) {
  return (text: string) => {
    const keys = read(text);
    const unknown = keys.find((key) => !known.some((one) => one.key === key));
    if (unknown !== undefined) throw new Error(`Unknown ${what}: ${unknown}`);
    return keys;
  };
}

function readSource(text: string): GameSourceChoice {
  const found = gameSources.find((source) => source === text);
  if (!found) throw new Error(`Expected one of ${gameSources.join(", ")}`);
  return found;
}
