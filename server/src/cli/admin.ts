import type { Command } from "commander";
import { emailProblem, passwordProblem, usernameProblem } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { adminPasswordProblem, type PasswordOwner } from "../features/accounts/passwords/policy-password.ts";
import { createSuperAdmin, newPassword, recoverAccount, resetAdminPassword } from "../features/roles/commands-admin.ts";
import { parseEnv } from "../platform/process/env.ts";
import { runOnDatabase } from "./run.ts";

/** `admin create`, `admin reset-password` and `admin recover`. */
export function adminCommands(program: Command): void {
  const admin = program.command("admin").description("makes administrators and lets them in again");
  admin
    .command("create")
    .description("makes an account that may do everything")
    .argument("<username>")
    .argument("<email>", "the address to sign in by")
    .addHelpText("after", passwordHelp)
    .action((username: string, email: string) => runCreate(username, email));
  admin
    .command("reset-password")
    .description("sets an administrator's password and ends their sign-ins")
    .argument("<username or email>")
    .addHelpText("after", passwordHelp)
    .action((name: string) => runReset(name));
  admin
    .command("recover")
    .description("the same as accounts recover, for administrators only")
    .argument("<username or email>")
    .option("--email <address>", "the account's address from now on")
    .addHelpText("after", recoverHelp + passwordHelp)
    .action((name: string, { email }: { email?: string }) => runRecover(name, { email, onlyAdmin: true }));
}

/** `accounts recover`. */
export function accountsCommands(program: Command): void {
  program
    .command("accounts")
    .description("gives accounts back to their owners")
    .command("recover")
    .description("lets a user in who lost the password, the second factors or the account itself")
    .argument("<username or email>")
    .option("--email <address>", "the account's address from now on, if someone else has changed it")
    .addHelpText("after", recoverHelp + passwordHelp)
    .action((name: string, { email }: { email?: string }) => runRecover(name, { email }));
}

const recoverHelp = `
Sets a password and removes everything else that lets someone in: sessions, second factors, recovery codes, connected
accounts, API keys and mailed links. Channels of notifications are disabled until the user enables them again, and the
links of lists end. The audit log records it.`;

const passwordHelp = "\nThe password is that of ADMIN_PASSWORD; without it, one is made up and printed once.";

function runCreate(username: string, email: string): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const problem = usernameProblem(username) ?? emailProblem(email);
    if (problem) throw new AppError("invalid", problem);
    const { password, shown } = choosePassword({ username, email });
    await createSuperAdmin(database.db, { username, email, password });
    console.log(`Made the administrator ${username}. Sign in as ${email} with the password ${shown}`);
  });
}

function runReset(name: string): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { password, shown } = choosePassword({ username: name, email: null });
    const email = await resetAdminPassword(database.db, name, password);
    console.log(`All sign-ins of ${name} have ended. Sign in as ${email} with the password ${shown}`);
  });
}

function runRecover(name: string, { email, onlyAdmin = false }: { email?: string | undefined; onlyAdmin?: boolean }) {
  return runOnDatabase(async ({ database }) => {
    const problem = email === undefined ? null : emailProblem(email);
    if (problem) throw new AppError("invalid", problem);
    const { password, shown } = choosePassword({ username: name, email: email ?? null });
    const address = await recoverAccount(database.db, name, { password, email, onlyAdmin, now: new Date() });
    console.log(`The second factors and recovery codes of ${name} are removed, and everything else that let them in.`);
    console.log(`All sign-ins of ${name} have ended. Sign in as ${address} with the password ${shown}`);
  });
}

function choosePassword(owner: PasswordOwner) {
  const { adminPassword } = parseEnv(process.env);
  if (adminPassword === undefined) {
    const password = newPassword();
    return { password, shown: password };
  }
  const problem = passwordProblem(adminPassword) ?? adminPasswordProblem(adminPassword, owner);
  if (problem) throw new AppError("invalid", problem);
  return { password: adminPassword, shown: "of ADMIN_PASSWORD" };
}
