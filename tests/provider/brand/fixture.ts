import sharp from "sharp";
import type { z } from "zod";
import { brandDetail, brandLogoUpload, brandPageSave, brandSave } from "#app/contract/brand.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import type { TestProvider } from "#tests/support/provider.ts";

export async function someone(
  provider: TestProvider,
  companyId: string,
  role = "admin",
  name = "Pat Example",
) {
  const person = await makePerson(provider.db, companyId, { role, name });
  return { ...person, token: await makeSession(provider.db, person.id) };
}

export async function deskPerson(provider: TestProvider, name: string) {
  const companyId = await makeCompany(provider.db, [], { is_forwarder: true });
  return someone(provider, companyId, "desk", name);
}

type Save = z.input<typeof brandSave.request>;
const EMPTY = { nameEn: "", nameZh: "", color: "", senderName: "", senderAddress: "", host: "" };

export const readLook = (provider: TestProvider, token: string, companyId: string) =>
  provider.call(brandDetail, { companyId }, { token });

/** Changes the look in the version in which it stands. */
export async function saveLook(
  provider: TestProvider,
  token: string,
  companyId: string,
  given: Partial<Save> = {},
  key?: string,
) {
  const version = given.version ?? (await readLook(provider, token, companyId)).data.version;
  return provider.call(
    brandSave,
    { ...EMPTY, companyId, ...given, version },
    { token, ...(key ? { key } : {}) },
  );
}

type Page = z.input<typeof brandPageSave.request>["page"];

export async function savePage(
  provider: TestProvider,
  token: string,
  companyId: string,
  page: Partial<Page> & { id?: string; place?: number; version?: number } = {},
) {
  const { id = null, place = 99, ...given } = page;
  const version = given.version ?? (await readLook(provider, token, companyId)).data.version;
  const whole = {
    path: "rates",
    title: { en: "Rates", zh: "运价" },
    menu: "QUOTES" as const,
    address: "https://rates.example/view",
    ...given,
  };
  delete (whole as { version?: number }).version;
  return provider.call(brandPageSave, { companyId, version, id, page: whole, place }, { token });
}

export const drawing = (color: string, width = 900, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

export async function sendLogo(
  provider: TestProvider,
  token: string,
  fields: { companyId: string; version: number; scheme?: string },
  content: Uint8Array,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ scheme: "light", ...fields }))
    form.append(name, String(value));
  form.append("logo", new Blob([new Uint8Array(content)]), "logo.png");
  const answer = await fetch(`${provider.apiUrl}${brandLogoUpload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as { code: number; message: string };
}
