import type { Env } from "../../env.ts";
import { type Begun, givenName, type Identity, pictureUrl, type SignInProvider, SignInRefused } from "./provider.ts";

const namespace = "http://specs.openid.net/auth/2.0";
const anybody = `${namespace}/identifier_select`;
/** What Steam signs, in its order. A shorter list would leave a field to whoever carries the answer. */
const signedFields = "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle";
const fields = ["ns", "mode", "op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"];
const allFields = new Set([...fields, "signed", "sig"].map((field) => `openid.${field}`));
/** A nonce is fresh for so long, and so far ahead of our clock at most. */
const nonceFreshMs = 5 * 60_000;
const patienceMs = 10_000;

export interface SteamOptions {
  env: Pick<Env, "steamOpenidUrl" | "steamWebApiKey" | "steamWebApiUrl" | "publicUrl">;
  /** Whether this is the first use of the key, which stays used until `expiresAt`. */
  useOnce(key: string, expiresAt: Date): Promise<boolean>;
  now(): Date;
}

/** OpenID 2.0 as Steam speaks it, with every check of spec/accounts 7.4. */
export function steamProvider({ env, useOnce, now }: SteamOptions): SignInProvider {
  const returnTo = (state: string) => `${env.publicUrl}/api/auth/steam/callback?state=${state}`;

  async function begin(state: string) {
    const url = new URL(env.steamOpenidUrl);
    url.searchParams.set("openid.ns", namespace);
    url.searchParams.set("openid.mode", "checkid_setup");
    url.searchParams.set("openid.return_to", returnTo(state));
    url.searchParams.set("openid.realm", env.publicUrl);
    url.searchParams.set("openid.identity", anybody);
    url.searchParams.set("openid.claimed_id", anybody);
    return { url: url.href, secret: "" };
  }

  async function finish(answer: URLSearchParams, { state }: Begun): Promise<Identity> {
    const given = readFields(answer);
    const steamId = checkAssertion(given, { endpoint: env.steamOpenidUrl, returnTo: returnTo(state), now: now() });
    const nonce = given.get("openid.response_nonce") ?? "";
    if (!(await useOnce(`steam-nonce:${nonce}`, new Date(now().getTime() + 3 * nonceFreshMs)))) {
      throw new SignInRefused("failed", "nonce used before");
    }
    await askSteam(env.steamOpenidUrl, given);
    return { provider: "steam", id: steamId, email: null, ...(await readPersona(env, steamId)) };
  }

  return { name: "steam", begin, finish };
}

/** The `openid.` fields of the answer. Throws when one comes twice, since then two readers may see two answers. */
function readFields(answer: URLSearchParams): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of answer) {
    if (name === "state") continue;
    if (given.has(name)) throw new SignInRefused("failed", "a field comes twice");
    given.set(name, value);
  }
  return given;
}

/**
 * Checks all that an answer says by itself, before Steam is asked whether it said so. Returns the 64-bit SteamID in digits.
 */
function checkAssertion(
  given: ReadonlyMap<string, string>,
  expected: { endpoint: string; returnTo: string; now: Date },
): string {
  const field = (name: string) => given.get(`openid.${name}`);
  const demand = (fine: boolean, reason: string) => {
    if (!fine) throw new SignInRefused("failed", reason);
  };
  demand(field("ns") === namespace, "other namespace");
  if (field("mode") === "cancel") throw new SignInRefused("cancelled", "cancelled at Steam");
  demand(field("mode") === "id_res", "other mode");
  demand(
    [...allFields].every((name) => given.get(name)),
    "a field is missing",
  );
  demand(
    [...given.keys()].every((name) => allFields.has(name)),
    "a field that Steam does not send",
  );
  demand(field("op_endpoint") === expected.endpoint, "other endpoint");
  demand(field("claimed_id") === field("identity"), "claimed_id is not the identity");
  demand(field("return_to") === expected.returnTo, "return_to is not ours");
  demand(field("signed") === signedFields, "other fields are signed");
  demand(isFresh(field("response_nonce") ?? "", expected.now), "nonce is not fresh");
  const steamId = steamIdOf(field("claimed_id") ?? "", new URL(expected.endpoint).origin);
  demand(steamId !== null, "claimed_id is not of Steam's form");
  return steamId ?? "";
}

function steamIdOf(claimedId: string, origin: string): string | null {
  const prefix = `${origin}/openid/id/`;
  const digits = claimedId.slice(prefix.length);
  return claimedId.startsWith(prefix) && /^7656\d{13}$/.test(digits) ? digits : null;
}

/** A nonce begins with the second in which it was made. */
function isFresh(nonce: string, now: Date): boolean {
  const made = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{0,200}$/.exec(nonce)?.[1];
  return made !== undefined && Math.abs(now.getTime() - Date.parse(made)) <= nonceFreshMs;
}

/** Asks Steam whether it signed this. Throws unless it says yes in so many words. */
async function askSteam(endpoint: string, given: ReadonlyMap<string, string>): Promise<void> {
  const question = new URLSearchParams([...given]);
  question.set("openid.mode", "check_authentication");
  const answer = await fetchText(endpoint, { method: "POST", body: question }).catch((error) => {
    throw new SignInRefused("unavailable", `check_authentication failed: ${error.name}`, { cause: error });
  });
  if (answer.status !== 200) throw new SignInRefused("unavailable", `check_authentication answered ${answer.status}`);
  const lines = answer.text.replace(/\n$/, "").split("\n");
  const verdicts = lines.filter((line) => line.startsWith("is_valid:"));
  if (verdicts.length !== 1 || verdicts[0] !== "is_valid:true")
    throw new SignInRefused("failed", "not valid, says Steam");
  if (lines.some((line) => line.startsWith("ns:") && line !== `ns:${namespace}`)) {
    throw new SignInRefused("failed", "other namespace in the verdict");
  }
}

/** Name and picture, for which a key of Steam's Web API is needed. A sign-in does not fail for want of them. */
async function readPersona(env: SteamOptions["env"], steamId: string): Promise<Pick<Identity, "name" | "avatarUrl">> {
  const nobody = { name: null, avatarUrl: null };
  if (!env.steamWebApiKey) return nobody;
  const url = new URL(`${env.steamWebApiUrl}/ISteamUser/GetPlayerSummaries/v2/`);
  url.searchParams.set("key", env.steamWebApiKey);
  url.searchParams.set("steamids", steamId);
  try {
    const { text } = await fetchText(url.href, {});
    const { response } = JSON.parse(text) as { response?: { players?: Record<string, unknown>[] } };
    const player = response?.players?.find(({ steamid }) => steamid === steamId);
    return player ? { name: givenName(player.personaname), avatarUrl: pictureUrl(player.avatarfull) } : nobody;
  } catch {
    return nobody;
  }
}

const longestAnswer = 64 * 1024;

/** A short answer from exactly that address. Throws for a long one, a slow one, and one that sends elsewhere. */
async function fetchText(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(patienceMs) });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longestAnswer) throw new RangeError("The answer is too long");
  }
  return { status: response.status, text: Buffer.concat(chunks).toString("utf8") };
}
