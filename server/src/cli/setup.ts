import { createInterface } from "node:readline/promises";
import { type Command, Option } from "commander";
import { AppError } from "contract/core/errors.ts";
import { MailServer } from "contract/setup/api.ts";
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
  return (text: string) => text.split(",").map((one) => parse(one.trim()));
}

async function runSetup(flags: Flags, { database: { db }, env, signal }: Work): Promise<void> {
  const secretKey = await openSecretKey(env);
  const countStarterGames = async () => (await readStarterGames()).length;
  const readState = async () =>
    toSetupState(await readSetupFacts({ db, env, secretKey, countStarterGames }, await readSiteSettings(db)));
  const isAsking = Object.keys(flags).length === 0 && process.stdin.isTTY === true;
  const answers = isAsking ? await ask({ database: { db }, signal }) : toAnswers(flags);
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

/** Asks the questions on the terminal; an empty answer skips one, and an answer that cannot be used is asked again. */
async function ask({ database: { db }, signal }: { database: Pick<Work["database"], "db">; signal: AbortSignal }) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const enabled = <Row extends { enabled: boolean }>(rows: Row[], name: (row: Row) => string) =>
    rows
      .filter((row) => row.enabled)
      .map(name)
      .join(",");
  const markets = enabled(await listAllMarkets(db), ({ country }) => country);
  const stores = enabled(await listStores(db), ({ key }) => key);

  async function question<Value>(text: string, read: (answer: string) => Value): Promise<Value | undefined> {
    for (;;) {
      const answer = (await terminal.question(`${text}\n> `, { signal })).trim();
      if (answer === "") return undefined;
      try {
        return read(answer);
      } catch (error) {
        console.log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  try {
    console.log("Four questions. Enter skips one and leaves it as it is.");
    const flags: Flags = {};
    const countries = await question(`1. Countries whose prices are shown (${markets})`, listOf(parseCountry));
    if (countries) flags.countries = countries;
    const chosen = await question(`2. Stores whose prices are compared (${stores})`, listOf(parseStoreKey));
    if (chosen) flags.stores = chosen;
    const mail = await question("3. Mail server, such as smtp://name:password@mail.example.org, or none", parseMail);
    if (mail !== undefined) flags.mail = mail;
    if (mail !== undefined && mail !== noMail) {
      const from = await question("   Sender of mails, such as prices@example.org", parseSender);
      if (from !== undefined) flags.mailFrom = from;
    }
    const catalogue = await question(`4. Games: ${gameSources.join(", ")} (starter needs no key)`, readSource);
    if (catalogue) flags.catalogue = catalogue;
    return toAnswers(flags);
  } finally {
    terminal.close();
  }
}

function readSource(text: string): GameSourceChoice {
  const found = gameSources.find((source) => source === text);
  if (!found) throw new Error(`Expected one of ${gameSources.join(", ")}.`);
  return found;
}
