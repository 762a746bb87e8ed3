import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

export interface CreatedPasskey {
  /** The response of the browser's dialog that creates it, without attestation. */
  credential: object;
  /** The response of a dialog that uses it. */
  use(challenge: string): object;
}

const userPresentAndVerified = 0x05;
const withCredential = 0x40;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

function lengthOf(bytes: Buffer, size: 2 | 4): Buffer {
  const length = Buffer.alloc(size);
  length.writeUIntBE(bytes.length, 0, size);
  return length;
}

/** A passkey in software, for a site's origin and a challenge of its own. */
export function createPasskey(origin: string, challenge: string, id: Buffer = randomBytes(16)): CreatedPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const site = sha256(new URL(origin).hostname);
  const name = id.toString("base64url");
  let uses = 0;

  function authenticatorData(credential?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses++);
    const flags = userPresentAndVerified | (credential ? withCredential : 0);
    return Buffer.concat([site, Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  const clientData = (type: "create" | "get", given: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge: given, origin, crossOrigin: false }));
  const toJson = (response: Record<string, Buffer>) => ({
    ...{ id: name, rawId: name, type: "public-key", clientExtensionResults: {} },
    response: Object.fromEntries(Object.entries(response).map(([key, bytes]) => [key, bytes.toString("base64url")])),
  });

  // COSE: an ES256 key on P-256
  const key = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const data = authenticatorData(Buffer.concat([Buffer.alloc(16), lengthOf(id, 2), id, key]));
  // CBOR: { fmt: "none", attStmt: {}, authData }
  const attestationObject = Buffer.concat([
    Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
    lengthOf(data, 2),
    data,
  ]);
  return {
    credential: toJson({ clientDataJSON: clientData("create", challenge), attestationObject }),
    use(given) {
      const [clientDataJSON, signed] = [clientData("get", given), authenticatorData()];
      const signature = createSign("sha256").update(signed).update(sha256(clientDataJSON)).sign(privateKey);
      return toJson({ clientDataJSON, authenticatorData: signed, signature });
    },
  };
}
