import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { type Received, startReceiver } from "./receiver.ts";

export interface PushedMessage {
  payload: unknown;
  /** The site's key, in base64url. */
  publicKey: string;
  claims: { aud: string; exp: number; sub: string };
  headers: Received["headers"];
}

/** A push service and a browser subscribed to it. Reads messages according to RFC 8188, 8291 and 8292. */
export async function startPushService() {
  const receiver = await startReceiver();
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `${receiver.origin}/push/${randomBytes(8).toString("hex")}`,
    keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
  };
  receiver.respondWith(201);

  function read({ headers, body }: Received): PushedMessage {
    const { publicKey, claims } = readVapid(String(headers.authorization));
    return { payload: JSON.parse(decrypt(body)), publicKey, claims, headers };
  }

  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const content = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
    const input = Buffer.from(hkdfSync("sha256", browser.computeSecret(senderKey), auth, info, 32));
    const key = Buffer.from(hkdfSync("sha256", input, salt, "Content-Encoding: aes128gcm\0", 16));
    const nonce = Buffer.from(hkdfSync("sha256", input, salt, "Content-Encoding: nonce\0", 12));
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(content.subarray(-16));
    const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
  }

  return { ...receiver, subscription, messages: () => receiver.received().map(read) };
}

/** Checks the signature. */
function readVapid(authorization: string): Pick<PushedMessage, "publicKey" | "claims"> {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const key = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify("sha256", signed, key, Buffer.from(signature, "base64url"))) throw new Error("not signed by the site");
  return { publicKey, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}
