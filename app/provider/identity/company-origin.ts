import type { Kysely } from "kysely";
import type { SecretBox } from "../call/secret-box.ts";
import type { Database } from "../db/schema.ts";

/** Where a session began: at the identity provider of the person's company. */
export interface CompanyOrigin {
  /** The row of `person_identity`. */
  identityId: string;
  /** The session's name there, if it has one. */
  sid: string | null;
  /** Named when the session is ended there too. */
  idToken: string;
}

const aboutIdToken = (tokenHash: Buffer) => `id token of session ${tokenHash.toString("hex")}`;
const aboutOrigin = (tokenHash: Buffer) => `origin of sign-in ${tokenHash.toString("hex")}`;

/** Keeps it with the session. */
export async function keepOrigin(
  db: Kysely<Database>,
  tokenHash: Buffer,
  { identityId, sid, idToken }: CompanyOrigin,
  secrets: SecretBox,
): Promise<void> {
  await db
    .insertInto("company_session")
    .values({
      token_hash: tokenHash,
      identity_id: identityId,
      sid,
      id_token: secrets.seal(idToken, aboutIdToken(tokenHash)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const openIdToken = (secrets: SecretBox, tokenHash: Buffer, sealed: Buffer): string | null =>
  secrets.open(sealed, aboutIdToken(tokenHash));

export const sealOrigin = (secrets: SecretBox, tokenHash: Buffer, origin: CompanyOrigin): Buffer =>
  secrets.seal(JSON.stringify(origin), aboutOrigin(tokenHash));

export function openOrigin(secrets: SecretBox, tokenHash: Buffer, sealed: Buffer): CompanyOrigin | null {
  const text = secrets.open(sealed, aboutOrigin(tokenHash));
  return text === null ? null : (JSON.parse(text) as CompanyOrigin);
}
