import type { Insertable } from "kysely";
import { companyFinish, companyStart } from "#app/contract/company-sign-in.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { aboutClientSecret } from "#app/provider/company-sign-in/identity-provider.ts";
import type { Database } from "#app/provider/db/schema.ts";
import type { TestIdentityProvider } from "#tests/support/identity-provider.ts";
import { makeCompany, roleId } from "#tests/support/people.ts";
import type { TestProvider } from "#tests/support/provider.ts";

export const RETURN = "https://portal.example.com/login/company/return";

let count = 0;

/** A company with a proved domain of its own whose people sign in at the identity provider. */
export async function companyWith(
  { db }: TestProvider,
  idp: TestIdentityProvider,
  given: Partial<Insertable<Database["company_sign_in"]>> = {},
) {
  count += 1;
  const id = await makeCompany(db);
  const domain = `company-${count}.example`;
  const box = secretBox(["a key of the tests only and of nothing else"]);
  const settings: Insertable<Database["company_sign_in"]> = {
    company_id: id,
    link_key: `link-${count}-${id}`,
    issuer: idp.issuer,
    client_id: idp.clientId,
    client_secret: box.seal(idp.clientSecret, aboutClientSecret(id)),
    default_role_id: await roleId(db, "viewer"),
    makes_accounts: true,
    role_map: "[]",
    is_on: true,
    changed_at: new Date(),
    ...given,
  };
  await db.insertInto("company_sign_in").values(settings).execute();
  await db
    .insertInto("company_domain")
    .values({
      company_id: id,
      domain,
      dns_token: "none",
      proved_at: new Date(),
      proved_by: "DNS",
      created_at: new Date(),
    })
    .execute();
  return { id, domain, link: `link-${count}-${id}` };
}

/** Goes to the identity provider and comes back. */
export async function goThere(
  provider: TestProvider,
  idp: TestIdentityProvider,
  email: string,
  login = email,
): Promise<{ ticket: string; code?: string; state?: string }> {
  const begun = await provider.call(companyStart, { email });
  if (begun.code !== 200) throw new Error(begun.message);
  const { authorizationUrl, ticket } = begun.data;
  const answered = await idp.browser().signIn(authorizationUrl, login);
  return { ...answered, ticket };
}

/** The whole sign-in; the person is called there by the address. */
export async function signInBy(
  provider: TestProvider,
  idp: TestIdentityProvider,
  email: string,
  claims: Record<string, unknown> = {},
) {
  idp.claims.set(email, { email, email_verified: true, name: "Ada Lovelace", ...claims });
  return provider.call(companyFinish, await goThere(provider, idp, email));
}
