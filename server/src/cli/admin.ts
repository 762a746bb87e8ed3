import type { Command } from "commander";
import { emailProblem, passwordProblem, usernameProblem } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { adminPasswordProblem, type PasswordOwner } from "../features/accounts/passwords/policy-password.ts";
import { createSuperAdmin, newPassword, recoverAccount, resetAdminPassword } from "../features/roles/commands-admin.ts";
import { parseEnv } from "../platform/process/env.ts";
import { runOnDatabase } from "./run.ts";

/** `admin create`, `admin reset-password` and `admin recover`. */
export function adminCommands(program: Command): void {
  const admin = program.command("admin").description("Manage administrator accounts");
  admin
    .command("create")
    .description("Create a super administrator")
    .argument("<username>", "username of the new account")
    .argument("<email>", "email address used to sign in")
    .addHelpText("after", passwordHelp)
    .action((username: string, email: string) => runCreate(username, email));
  admin
    .command("reset-password")
    .description("Reset an administrator's password and sign out all sessions")
    .argument("<user>", "username or email address")
    .addHelpText("after", passwordHelp)
    .action((name: string) => runReset(name));
  admin
    .command("recover")
    .description("Recover an administrator's account (same as accounts recover)")
    .argument("<user>", "username or email address")
    .option("--email <address>", "set a new email address")
    .addHelpText("after", recoverHelp + passwordHelp)
    .action((name: string, { email }: { email?: string }) => runRecover(name, { email, onlyAdmin: true }));
}

/** `accounts recover`. */
export function accountsCommands(program: Command): void {
  program
    .command("accounts")
    .description("Manage user accounts")
    .command("recover")
    .description("Recover an account whose password, second factors or email address are lost or were changed")
    .argument("<user>", "username or email address")
    .option("--email <address>", "set a new email address")
    .addHelpText("after", recoverHelp + passwordHelp)
    .action((name: string, { email }: { email?: string }) => runRecover(name, { email }));
}

const recoverHelp = `
Sets a new password and revokes all other access: sessions, second factors, recovery codes, connected accounts,
API keys and emailed links. Notification channels are disabled until the user enables them again, and shared links of
lists stop working. The action is recorded in the audit log.`;

const passwordHelp =
  "\nThe password is taken from ADMIN_PASSWORD. If unset, a random password is generated and printed once.";

function runCreate(username: string, email: string): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const problem = usernameProblem(username) ?? emailProblem(email);
    if (problem) throw new AppError("invalid", problem);
    const { password, shown } = choosePassword({ username, email });
    await createSuperAdmin(database.db, { username, email, password });
    console.log(`Created administrator ${username}. Sign in as ${email} with the password ${shown}`);
  });
}

function runReset(name: string): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { password, shown } = choosePassword({ username: name, email: null });
    const email = await resetAdminPassword(database.db, name, password);
    console.log(`Reset the password of ${name} and ended all sessions. Sign in as ${email} with the password ${shown}`);
  });
}

function runRecover(name: string, { email, onlyAdmin = false }: { email?: string | undefined; onlyAdmin?: boolean }) {
  return runOnDatabase(async ({ database }) => {
    const problem = email === undefined ? null : emailProblem(email);
    if (problem) throw new AppError("invalid", problem);
    const { password, shown } = choosePassword({ username: name, email: email ?? null });
    const address = await recoverAccount(database.db, name, { password, email, onlyAdmin, now: new Date() });
    console.log(`Recovered ${name}: removed second factors and recovery codes, revoked all other access.`);
    console.log(`Sign in as ${address} with the password ${shown}`);
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
  return { password: adminPassword, shown: "from ADMIN_PASSWORD" };
}
