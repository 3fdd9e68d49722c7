import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

export interface Site {
  origin: string;
  /** Host name that the passkey belongs to. */
  id: string;
}

/** A device with one passkey (ES256, attestation "none"), which answers as browsers do. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");

  const clientData = (type: string, challenge: unknown, { origin }: Site) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authData(site: Site, flags: number, counter: number, key = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(site.id), Buffer.from([flags]), count, key]);
  }

  /** The key in COSE, as bytes of a CBOR map. */
  function coseKey(): Buffer {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  return {
    id,
    /** The answer to options for a new passkey. */
    make(options: Record<string, unknown>, site: Site) {
      const length = Buffer.from([0, credentialId.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()]);
      const data = authData(site, PRESENT_AND_VERIFIED | WITH_KEY, 0, key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", options.challenge, site).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
      return { id, rawId: id, type: "public-key" as const, response, clientExtensionResults: {} };
    },
    /** The answer to options for using it. */
    use(options: Record<string, unknown>, site: Site, counter = 0, flags = PRESENT_AND_VERIFIED) {
      const data = authData(site, flags, counter);
      const client = clientData("webauthn.get", options.challenge, site);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      };
      return { id, rawId: id, type: "public-key" as const, response, clientExtensionResults: {} };
    },
  };
}
