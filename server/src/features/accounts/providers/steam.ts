import type { Env } from "../../../platform/process/env.ts";
import {
  cleanName,
  type Identity,
  type PendingSignIn,
  pictureUrl,
  type SignInProvider,
  SignInRejected,
} from "./provider.ts";

const namespace = "http://specs.openid.net/auth/2.0";
const identifierSelect = `${namespace}/identifier_select`;
/** The fields that Steam signs, in its order. A field outside the list could be forged by the browser. */
const signedFields = "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle";
const fieldNames = [
  "ns",
  "mode",
  "op_endpoint",
  "claimed_id",
  "identity",
  "return_to",
  "response_nonce",
  "assoc_handle",
];
const allFields = new Set([...fieldNames, "signed", "sig"].map((field) => `openid.${field}`));
/** The maximum age of a nonce, and how far it may be ahead of our clock. */
const nonceFreshMs = 5 * 60_000;
const timeoutMs = 10_000;

export interface SteamOptions {
  env: Pick<Env, "steamOpenidUrl" | "steamWebApiKey" | "steamWebApiUrl" | "publicUrl">;
  /** Whether this is the first use of the key until `expiresAt`. */
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
    url.searchParams.set("openid.identity", identifierSelect);
    url.searchParams.set("openid.claimed_id", identifierSelect);
    return { url: url.href, secret: "" };
  }

  async function finish(params: URLSearchParams, { state }: PendingSignIn): Promise<Identity> {
    const fields = readFields(params);
    const steamId = checkAssertion(fields, { endpoint: env.steamOpenidUrl, returnTo: returnTo(state), now: now() });
    const nonce = fields.get("openid.response_nonce") ?? "";
    if (!(await useOnce(`steam-nonce:${nonce}`, new Date(now().getTime() + 3 * nonceFreshMs)))) {
      throw new SignInRejected("failed", "nonce used before");
    }
    await verifyWithSteam(env.steamOpenidUrl, fields);
    return { provider: "steam", id: steamId, email: null, ...(await readPersona(env, steamId)) };
  }

  return { name: "steam", begin, finish };
}

/** The `openid.` fields of the callback. Throws for a repeated one, which two readers could read differently. */
function readFields(params: URLSearchParams): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of params) {
    if (name === "state") continue;
    if (fields.has(name)) throw new SignInRejected("failed", "repeated field");
    fields.set(name, value);
  }
  return fields;
}

/** Checks the assertion itself, before Steam confirms it. Returns the 64-bit SteamID in digits. */
function checkAssertion(
  fields: ReadonlyMap<string, string>,
  expected: { endpoint: string; returnTo: string; now: Date },
): string {
  const field = (name: string) => fields.get(`openid.${name}`);
  const expect = (fine: boolean, reason: string) => {
    if (!fine) throw new SignInRejected("failed", reason);
  };
  expect(field("ns") === namespace, "other namespace");
  if (field("mode") === "cancel") throw new SignInRejected("cancelled", "cancelled at Steam");
  expect(field("mode") === "id_res", "other mode");
  expect(
    [...allFields].every((name) => fields.get(name)),
    "a field is missing",
  );
  expect(
    [...fields.keys()].every((name) => allFields.has(name)),
    "a field that Steam does not send",
  );
  expect(field("op_endpoint") === expected.endpoint, "other endpoint");
  expect(field("claimed_id") === field("identity"), "claimed_id is not the identity");
  expect(field("return_to") === expected.returnTo, "return_to is not ours");
  expect(field("signed") === signedFields, "other fields are signed");
  expect(isFresh(field("response_nonce") ?? "", expected.now), "nonce is not fresh");
  const steamId = steamIdOf(field("claimed_id") ?? "", new URL(expected.endpoint).origin);
  expect(steamId !== null, "claimed_id is not of Steam's form");
  return steamId ?? "";
}

function steamIdOf(claimedId: string, origin: string): string | null {
  const prefix = `${origin}/openid/id/`;
  const digits = claimedId.slice(prefix.length);
  return claimedId.startsWith(prefix) && /^7656\d{13}$/.test(digits) ? digits : null;
}

/** A nonce begins with the second of its creation. */
function isFresh(nonce: string, now: Date): boolean {
  const created = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{0,200}$/.exec(nonce)?.[1];
  return created !== undefined && Math.abs(now.getTime() - Date.parse(created)) <= nonceFreshMs;
}

/** Throws unless Steam confirms that it signed these fields. */
async function verifyWithSteam(endpoint: string, fields: ReadonlyMap<string, string>): Promise<void> {
  const body = new URLSearchParams([...fields]);
  body.set("openid.mode", "check_authentication");
  const response = await fetchText(endpoint, { method: "POST", body }).catch((error) => {
    throw new SignInRejected("unavailable", `check_authentication failed: ${error.name}`, { cause: error });
  });
  if (response.status !== 200)
    throw new SignInRejected("unavailable", `check_authentication responded ${response.status}`);
  const lines = response.text.replace(/\n$/, "").split("\n");
  const verdicts = lines.filter((line) => line.startsWith("is_valid:"));
  if (verdicts.length !== 1 || verdicts[0] !== "is_valid:true")
    throw new SignInRejected("failed", "Steam responded that it is not valid");
  if (lines.some((line) => line.startsWith("ns:") && line !== `ns:${namespace}`)) {
    throw new SignInRejected("failed", "other namespace in the verdict");
  }
}

/** Name and picture; needs a key of Steam's Web API. A sign-in succeeds without them. */
async function readPersona(env: SteamOptions["env"], steamId: string): Promise<Pick<Identity, "name" | "avatarUrl">> {
  const unknown = { name: null, avatarUrl: null };
  if (!env.steamWebApiKey) return unknown;
  const url = new URL(`${env.steamWebApiUrl}/ISteamUser/GetPlayerSummaries/v2/`);
  url.searchParams.set("key", env.steamWebApiKey);
  url.searchParams.set("steamids", steamId);
  try {
    const { text } = await fetchText(url.href, {});
    const { response } = JSON.parse(text) as { response?: { players?: Record<string, unknown>[] } };
    const player = response?.players?.find(({ steamid }) => steamid === steamId);
    return player ? { name: cleanName(player.personaname), avatarUrl: pictureUrl(player.avatarfull) } : unknown;
  } catch {
    return unknown;
  }
}

const maxResponseBytes = 64 * 1024;

/** Throws for a redirect, a timeout, and a response that is too long. */
async function fetchText(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxResponseBytes) throw new RangeError("The response is too long");
  }
  return { status: response.status, text: Buffer.concat(chunks).toString("utf8") };
}
