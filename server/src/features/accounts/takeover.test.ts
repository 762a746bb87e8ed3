import { describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { leftBehind, type Place, type StillWorks } from "../../test/left-behind.ts";
import { repeats } from "../../test/processes/soak.ts";
import { secretKey } from "../../test/secret-key.ts";
import { listQueuedMails } from "../../test/servers/mails.ts";
import { recoverAccount } from "../roles/commands-admin.ts";
import { users } from "../users/table.ts";
import { undoTakeover } from "./commands-email.ts";
import { addUndoLink } from "./commands-links.ts";
import { confirmReset, sendReset } from "./passwords/commands-reset.ts";
import { hashPassword } from "./passwords/password.ts";
import { findOrCreateUser } from "./providers/commands-provider.ts";
import { findUser } from "./queries.ts";

const database = await createTestDatabase();
const { db } = database;
// without jobs, which would deliver what the tests look for
const app = await startTestApp(database, { env: { ROLE: "web" } });

const attackersPassword = "of the attacker";
const attackersHash = await hashPassword(attackersPassword);
const ownersPassword = "of the owner";
const mailing = () => ({ secretKey, now: new Date() });

interface Account extends Place {
  username: string;
  /** The owner's mailbox. */
  email: string;
  /** The token in the owner's notice of what the attacker did. */
  undo: string;
}

let counter = 0;

async function createAccount(columns: Partial<typeof users.$inferInsert> = {}): Promise<Account> {
  counter += 1;
  const [username, email] = [`owner_${counter}`, `owner${counter}@example.com`];
  const names = { username, usernameKey: username, email, emailKey: email };
  const [user] = await db
    .insert(users)
    .values({ ...names, passwordHash: attackersHash, ...columns })
    .returning();
  const undo = (await addUndoLink(db, user!, new Date(Date.now() - 1_000))) ?? "";
  return { db, app, userId: user!.id, username, email, undo };
}

/** How an attacker comes to have an account that is someone else's. */
const ways: Record<string, () => Promise<Account>> = {
  "registered first": () => createAccount({ emailVerified: false }),
  "knows the password": () => createAccount({ emailVerified: true }),
  "stole a session of an account without a password": () =>
    createAccount({ emailVerified: true, passwordHash: null, googleId: `owner-of-${counter}` }),
  async "has moved the account to another address"() {
    const account = await createAccount({ emailVerified: true });
    const evil = `evil${counter}@evil.example`;
    await db.update(users).set({ email: evil, emailKey: evil }).where(eq(users.id, account.userId));
    return account;
  },
};

async function mailedToken(email: string, path: string): Promise<string> {
  const mails = (await listQueuedMails(db)).filter(({ to, action }) => to === email && action?.path.startsWith(path));
  return mails.at(-1)?.action?.path.split("token=")[1] ?? "";
}

async function setPassword({ email }: Account): Promise<void> {
  const token = await mailedToken(email, "/reset-password");
  const network = () => Buffer.from("home");
  await confirmReset(db, { token, password: ownersPassword }, { network, now: new Date() });
}

/** How the owner gets the account back. */
const remedies: Record<string, (account: Account) => Promise<void>> = {
  async reset(account) {
    await sendReset(db, account, mailing());
    await setPassword(account);
  },
  async undo(account) {
    await undoTakeover(db, account.undo, mailing());
    await setPassword(account);
  },
  async "joining by Google"({ email, userId }) {
    const identity = { provider: "google", id: `google-of-${userId}`, email, name: null, avatarUrl: null } as const;
    const joined = await findOrCreateUser(db, identity, { registrationOpen: false, ...mailing() });
    expect(joined).toMatchObject({ id: userId, emailVerified: true, passwordHash: null });
  },
  async "recovery by the operator"({ username, email }) {
    await recoverAccount(db, username, { password: ownersPassword, email, now: new Date() });
  },
};

/** With a verified address, a new password and a joined identity leave what the owner may have added. */
const complete = ["undo", "recovery by the operator"];
const cases = Object.keys(ways).flatMap((way) =>
  Object.keys(remedies)
    .filter((remedy) => way === "registered first" || complete.includes(remedy))
    .map((remedy) => [way, remedy] as const),
);

/** What an attacker can leave; the identity last, since a daily import links another one. */
const isIdentity = ([name]: [string, unknown]) => Number(name === "linked identity");
const all = Object.entries(leftBehind).sort((a, b) => isIdentity(a) - isIdentity(b));

/** What is left in one account: all of it, and in `npm run soak` each alone. */
const groups = repeats(
  [all],
  all.map((one) => [one]),
);

const login = (email: string, password: string) =>
  app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password } });

describe.each(cases)("after an attacker who %s, %s", (way, remedy) => {
  test("leaves nothing that lets someone in or sends something out", { timeout: 60_000 }, async () => {
    for (const group of groups) {
      await db.execute(sql`delete from jobs.job where name = 'mail'`);
      const account = await ways[way]!();
      const probes: [string, StillWorks][] = [];
      for (const [name, leave] of group) probes.push([name, await leave(account)]);
      const working = async () => {
        const found: string[] = [];
        for (const [name, stillWorks] of probes) if (await stillWorks()) found.push(name);
        return found;
      };
      expect(await working()).toEqual(group.map(([name]) => name));
      await remedies[remedy]!(account);
      expect(await working()).toEqual([]);
      const user = await findUser(db, account.userId);
      expect(user).toMatchObject({ email: account.email, pendingEmail: null, steamId: null, avatarUrl: null });
      expect(user?.passwordHash).not.toBe(attackersHash);
    }
  });
});

test("after all of it at once, the owner gets in and nobody else", async () => {
  for (const [way, own] of Object.entries(ways)) {
    const account = await own();
    const probes = [];
    for (const leave of Object.values(leftBehind)) probes.push(await leave(account));
    await remedies.undo!(account);
    for (const stillWorks of probes) expect([way, await stillWorks()]).toEqual([way, false]);
    expect((await login(account.email, attackersPassword)).statusCode).toBe(401);
    expect((await login(account.email, ownersPassword)).json().token, way).toBeDefined();
  }
});

test("a reset of a verified account ends what was in progress, and its mail lists what stays", async () => {
  const account = await ways["knows the password"]!();
  const probe = async (name: string) => leftBehind[name]!(account);
  const ended = [await probe("session"), await probe("sign-in in progress")];
  const stays = [await probe("passkey"), await probe("API key"), await probe("channel"), await probe("link of a list")];
  await leftBehind["linked identity"]!(account);
  await sendReset(db, account, mailing());
  const mail = (await listQueuedMails(db)).filter(({ to }) => to === account.email).at(-1);
  await setPassword(account);
  for (const stillWorks of ended) expect(await stillWorks()).toBe(false);
  for (const stillWorks of stays) expect(await stillWorks()).toBe(true);
  const text = mail?.paragraphs.join("\n") ?? "";
  expect(text).toContain("Steam (7656");
  expect(text).toContain("1 authenticator app, 1 passkey, 1 API key, and 1 notification channel (webhook)");
  expect(text).not.toContain("Of the attacker");
});

test("a reset of an address that was never confirmed says what goes", async () => {
  const account = await ways["registered first"]!();
  await leftBehind.passkey!(account);
  await leftBehind.channel!(account);
  await sendReset(db, account, mailing());
  const mail = (await listQueuedMails(db)).filter(({ to }) => to === account.email).at(-1);
  expect(mail?.paragraphs.at(-1)).toBe(
    "This address was never confirmed, so a new password also removes or disables these: " +
      "1 passkey and 1 notification channel (webhook).",
  );
});
