import type { FastifyInstance } from "fastify";
import { addLink } from "../features/accounts/commands-links.ts";
import { startChallenge } from "../features/accounts/factors/commands-challenge.ts";
import { totpKey } from "../features/accounts/factors/commands-prove.ts";
import { listFactors } from "../features/accounts/factors/queries.ts";
import { replaceRecoveryCodes } from "../features/accounts/factors/recovery-codes.ts";
import { recoveryCodes, secondFactors } from "../features/accounts/factors/table.ts";
import { createTotpSecret } from "../features/accounts/factors/totp.ts";
import { findOrCreateUser } from "../features/accounts/providers/commands-provider.ts";
import { findEmailLink, findResetUserId } from "../features/accounts/queries.ts";
import { passwordResets, sessions } from "../features/accounts/table.ts";
import { steamImports } from "../features/library/table.ts";
import { addItem } from "../features/lists/commands-items.ts";
import { shareList } from "../features/lists/commands-shared.ts";
import { shareKey } from "../features/lists/present.ts";
import { gameLists } from "../features/lists/table.ts";
import { type ChannelRow, listChannels } from "../features/notifications/channels/queries-channels.ts";
import { channels } from "../features/notifications/channels/table.ts";
import { addRule } from "../features/notifications/rules/commands-rules.ts";
import { notificationDeliveries } from "../features/notifications/table.ts";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { users } from "../features/users/table.ts";
import type { Db } from "../platform/db/connect.ts";
import { and, eq } from "../platform/db/drizzle.ts";
import { encrypt } from "../platform/process/encryption.ts";
import { createToken, hashToken } from "../platform/process/token.ts";
import { addKey } from "./api-keys.ts";
import { addCatalogue } from "./catalogue.ts";
import { secretKey } from "./secret-key.ts";

/** What something of an account depends on. */
export interface Place {
  db: Db;
  app: FastifyInstance;
  userId: number;
}

/** Whether it still lets someone in or sends something out. */
export type StillWorks = () => Promise<boolean>;

const minute = 60_000;
const inAnHour = () => new Date(Date.now() + 60 * minute);
const site = { id: "localhost", origin: "http://localhost" };
let counter = 0;

async function status({ app }: Place, url: string, token?: string, payload?: object): Promise<number> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const method = payload ? "POST" : "GET";
  return (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
}

async function addFactor({ db, userId }: Place, kind: "totp" | "passkey"): Promise<number> {
  counter += 1;
  const columns =
    kind === "totp"
      ? { totpSecret: encrypt(totpKey(secretKey), createTotpSecret()) }
      : { credentialId: `credential-${userId}-${counter}`, publicKey: Buffer.from("a key"), signCount: 0 };
  const values = { userId, kind, name: "Of the attacker", confirmedAt: new Date(), ...columns };
  const [factor] = await db.insert(secondFactors).values(values).returning();
  return factor!.id;
}

const hasFactor = async ({ db, userId }: Place, id: number) =>
  (await listFactors(db, userId)).some((factor) => factor.id === id);

async function addChannel({ db, userId }: Place): Promise<number> {
  const values = { userId, kind: "webhook", name: "Of the attacker", config: "", verifiedAt: new Date() } as const;
  const [channel] = await db.insert(channels).values(values).returning();
  return channel!.id;
}

/** What an attacker may leave behind in an account; each returns whether it still works. */
export const leftBehind: Readonly<Record<string, (place: Place) => Promise<StillWorks>>> = {
  async session(place) {
    const token = createToken();
    await place.db
      .insert(sessions)
      .values({ tokenHash: hashToken(token), userId: place.userId, expiresAt: inAnHour() });
    return async () => (await status(place, "/api/auth/me", token)) === 200;
  },
  async "sign-in in progress"(place) {
    await addFactor(place, "totp");
    const factors = await listFactors(place.db, place.userId);
    const times = { now: new Date(), sessionExpiresAt: inAnHour() };
    const { challenge } = await startChallenge(place.db, place.userId, factors, { site, ...times });
    return async () => (await status(place, "/api/auth/login/factor/options", undefined, { challenge })) === 200;
  },
  async "linked identity"({ db, userId }) {
    counter += 1;
    const id = `7656119800000${counter + 1_000}`;
    await db.update(users).set({ steamId: id }).where(eq(users.id, userId));
    const identity = { provider: "steam", id, email: null, name: null, avatarUrl: null } as const;
    const options = { registrationOpen: true, secretKey, now: new Date() };
    return async () => (await findOrCreateUser(db, identity, options)).id === userId;
  },
  async passkey(place) {
    const id = await addFactor(place, "passkey");
    return () => hasFactor(place, id);
  },
  async "authenticator app"(place) {
    const id = await addFactor(place, "totp");
    return () => hasFactor(place, id);
  },
  async "recovery codes"({ db, userId }) {
    await replaceRecoveryCodes(db, userId, secretKey);
    return async () => (await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0;
  },
  async "API key"(place) {
    const key = await addKey(place.db, place.userId, ["read:lists"]);
    return async () => (await status(place, "/api/wishlist", key)) === 200;
  },
  async "pending links"({ db, userId }) {
    const [reset, elsewhere, now] = [createToken(), `attacker${userId}@evil.example`, new Date()];
    await db.insert(passwordResets).values({ tokenHash: hashToken(reset), userId, expiresAt: inAnHour() });
    await db.update(users).set({ pendingEmail: elsewhere }).where(eq(users.id, userId));
    const confirm = await addLink(db, userId, "confirm", elsewhere, now);
    // of a change from the attacker's address to another of theirs
    const undo = await addLink(db, userId, "undo", elsewhere, now);
    return async () => {
      const opens = [
        await findResetUserId(db, hashToken(reset), now),
        await findEmailLink(db, "confirm", hashToken(confirm), now),
        await findEmailLink(db, "undo", hashToken(undo), now),
      ];
      return opens.some((open) => open !== null);
    };
  },
  async channel(place) {
    await addChannel(place);
    return async () => (await listUsableChannels(place.db, place.userId)).length > 0;
  },
  async rule(place) {
    const { db, userId } = place;
    const channelId = await addChannel(place);
    const rule = { kind: "drop", country: "US", value: null, scope: "all", channels: [channelId] } as const;
    await addRule(db, userId, { ...rule, subject: { type: "wishlist" } });
    counter += 1;
    const [gameId = 0] = await addCatalogue(db, [
      { title: `Game ${counter} of a rule`, offers: { steam: { priceMinor: 5_000 } } },
    ]);
    await addItem(db, { userId, listId: "wishlist" }, { gameId });
    let priceMinor = 5_000;
    return async () => {
      const ofChannel = eq(notificationDeliveries.channelId, channelId);
      const waiting = and(ofChannel, eq(notificationDeliveries.state, "waiting"));
      priceMinor -= 1_000;
      await recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: new Date() });
      return (await db.$count(notificationDeliveries, waiting)) > 0;
    };
  },
  async "link of a list"(place) {
    const { db, userId } = place;
    const [list] = await db.insert(gameLists).values({ userId, name: "For the attacker" }).returning();
    const choice = { showsNotes: true, showsName: true };
    const token = await shareList(db, shareKey(secretKey), { userId, listId: list!.id, now: new Date() }, choice);
    return async () => (await status(place, `/api/shared/${token}`)) === 200;
  },
  async "daily import"({ db, userId }) {
    counter += 1;
    await db
      .update(users)
      .set({ steamId: `7656119900000${counter + 1_000}` })
      .where(eq(users.id, userId));
    await db.insert(steamImports).values({ userId, daily: true });
    return async () => (await db.$count(steamImports, and(eq(steamImports.userId, userId), steamImports.daily))) > 0;
  },
};

/** The user's channels that deliver: verified and not disabled. */
export async function listUsableChannels(db: Db, userId: number): Promise<ChannelRow[]> {
  return (await listChannels(db, userId)).filter(({ verifiedAt, disabledAt }) => verifiedAt && !disabledAt);
}
