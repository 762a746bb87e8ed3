import type { Command } from "commander";
import { emailProblem, passwordProblem, usernameProblem } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { adminPasswordProblem, type PasswordOwner } from "../features/accounts/passwords/policy-password.ts";
import { createSuperAdmin, newPassword, resetAdminPassword } from "../features/roles/commands-admin.ts";
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
    .action((name: string) => runReset(name, { removesFactors: false }));
  admin
    .command("recover")
    .description("lets an administrator in who lost password and second factors: sets a password, removes the factors")
    .argument("<username or email>")
    .addHelpText("after", passwordHelp)
    .action((name: string) => runReset(name, { removesFactors: true }));
}

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

function runReset(name: string, options: { removesFactors: boolean }): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const { password, shown } = choosePassword({ username: name, email: null });
    const email = await resetAdminPassword(database.db, name, password, options);
    if (options.removesFactors) console.log(`The second factors and recovery codes of ${name} are removed.`);
    console.log(`All sign-ins of ${name} have ended. Sign in as ${email} with the password ${shown}`);
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
