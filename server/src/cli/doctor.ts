import type { Command } from "commander";
import { countOf } from "contract/core/counts.ts";
import type { Finding } from "contract/dashboard/doctor.ts";
import { diagnose } from "../features/dashboard/policy-doctor.ts";
import { readFacts } from "../features/dashboard/queries-doctor.ts";
import { toFailingSource } from "../features/prices/polls/present-sources.ts";
import { listFailing } from "../features/prices/polls/queries-sources.ts";
import { findMailServer } from "../features/site-config/queries-mail.ts";
import { type OpenDatabase, openDatabaseAsIs } from "../platform/db/open.ts";
import { parseEnv } from "../platform/process/env.ts";
import { findSecretKey } from "../platform/process/secret-key.ts";
import { CommandFailed, messageOf } from "./run.ts";

/** `doctor`. */
export function doctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("Examine the machine, the settings and the database, and say what to do about each problem")
    .option("--all", "also list what is right")
    .action((flags: { all?: boolean }) => runDoctor(flags));
}

const signs = { ok: "ok     ", warning: "warning", problem: "PROBLEM" };

/** Unlike other commands it also works while the database cannot be opened. */
async function runDoctor({ all = false }: { all?: boolean }): Promise<void> {
  const env = readEnv();
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const database = await openDatabaseAsIs(env, quiet).catch((error) => ({ problem: String(messageOf(error)) }));
  try {
    const findings = diagnose(
      await readFacts({
        env,
        database,
        listFailing: async () => (isOpen(database) ? (await listFailing(database.db)).map(toFailingSource) : []),
        async findMailServer() {
          const secretKey = await findSecretKey(env);
          if (isOpen(database) && secretKey) return findMailServer(database.db, { env, secretKey });
          return { url: env.smtpUrl, from: env.mailFrom };
        },
        request: null,
      }),
    );
    const shown = findings.filter(({ state }) => all || state !== "ok");
    for (const { state, what, found, advice } of shown) {
      console.log(`${signs[state]}  ${what}: ${found}${advice === null ? "" : `\n         ${advice}`}`);
    }
    const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
    console.log(
      `${count("ok")} fine, ${countOf(count("warning"), "warning")}, ${countOf(count("problem"), "problem")}`,
    );
    if (count("problem") > 0) throw new CommandFailed();
  } finally {
    if (isOpen(database)) await database.close();
  }
}

const isOpen = (database: OpenDatabase | { problem: string }): database is OpenDatabase => "db" in database;

function readEnv() {
  try {
    return parseEnv(process.env);
  } catch (error) {
    console.log(`${signs.problem}  environment: ${messageOf(error)}`);
    throw new CommandFailed();
  }
}
