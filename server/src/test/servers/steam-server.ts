import { createHmac, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach } from "vitest";

const namespace = "http://specs.openid.net/auth/2.0";
const yes = `ns:${namespace}\nis_valid:true\n`;
const no = `ns:${namespace}\nis_valid:false\n`;

/** The fields of a positive assertion, without the prefix `openid.`. */
export type Assertion = Record<string, string>;

export interface SteamServer {
  openidUrl: string;
  apiUrl: string;
  /** Verification requests since the test began. */
  requestCount(): number;
  /** Overrides the verification response until the test ends. */
  respondWith(result: (response: ServerResponse) => void): void;
  /** Players of the Web API by id. */
  players: Map<string, object>;
  /** Signs an assertion, valid or not. */
  sign(fields: Assertion): Assertion;
  /** The assertion that Steam sends after a sign-in. */
  assert(returnTo: string, steamId: string, now?: Date): Assertion;
}

/** A local Steam: OpenID 2.0 with real signatures, and players of the Web API. Closed after the file's last test. */
export async function startSteam(): Promise<SteamServer> {
  const secret = randomBytes(20);
  const players = new Map<string, object>();
  let requests = 0;
  let result: ((response: ServerResponse) => void) | null = null;

  const signatureOf = (fields: Assertion) => {
    const text = (fields.signed ?? "").split(",").map((name) => `${name}:${fields[name] ?? ""}\n`);
    return createHmac("sha1", secret).update(text.join("")).digest("base64");
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.startsWith("/ISteamUser/")) {
      const player = players.get(url.searchParams.get("steamids") ?? "");
      response.end(JSON.stringify({ response: { players: player ? [player] : [] } }));
      return;
    }
    // An endpoint that confirms every assertion, to which a forged one could point.
    if (url.pathname === "/always-yes") {
      response.end(yes);
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const fields: Assertion = {};
    for (const [name, value] of new URLSearchParams(body)) fields[name.replace("openid.", "")] = value;
    requests += 1;
    if (result) return result(response);
    const right = fields.mode === "check_authentication" && fields.sig === signatureOf(fields);
    response.end(right ? yes : no);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeEach(() => {
    requests = 0;
    result = null;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sign = (fields: Assertion) => ({ ...fields, sig: signatureOf(fields) });
  return {
    openidUrl: `${origin}/openid/login`,
    apiUrl: origin,
    requestCount: () => requests,
    respondWith: (next) => {
      result = next;
    },
    players,
    sign,
    assert(returnTo, steamId, now = new Date()) {
      const nonce = `${now.toISOString().slice(0, 19)}Z${randomBytes(12).toString("base64")}`;
      return sign({
        ns: namespace,
        mode: "id_res",
        op_endpoint: `${origin}/openid/login`,
        claimed_id: `${origin}/openid/id/${steamId}`,
        identity: `${origin}/openid/id/${steamId}`,
        return_to: returnTo,
        response_nonce: nonce,
        assoc_handle: "1234567890",
        signed: "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle",
      });
    },
  };
}
