import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, pictureRemove, pictureUpload } from "#app/contract/person.ts";
import { getUser } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

async function someone(company?: string, isForwarder = false) {
  const companyId = company ?? (await makeCompany(provider.db, [], { is_forwarder: isForwarder }));
  const { id } = await makePerson(provider.db, companyId);
  return { id, companyId, token: await makeSession(provider.db, id) };
}

async function send(token: string, content: Uint8Array, name = "me.jpg") {
  const form = new FormData();
  form.append("picture", new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${provider.apiUrl}${pictureUpload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as { code: number; message: string };
}

/** A photo of 600 by 300 with the place where it was taken. */
const photo = () =>
  sharp({ create: { width: 600, height: 300, channels: 3, background: "#0b5cad" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();

async function stored(id: string): Promise<Buffer | undefined> {
  const row = await provider.db
    .selectFrom("person_picture")
    .select("content")
    .where("user_id", "=", id)
    .executeTakeFirst();
  return row?.content;
}

test("a picture is drawn anew as a small square without anything else of the file", async () => {
  const { id, token } = await someone();
  const given = await photo();
  expect((await sharp(given).metadata()).exif).toBeDefined();
  expect(await send(token, given)).toMatchObject({ code: 200 });
  const content = await stored(id);
  expect(await sharp(content).metadata()).toMatchObject({ format: "webp", width: 128, height: 128 });
  expect((await sharp(content).metadata()).exif).toBeUndefined();
  const { data } = await provider.call(getUser, {}, { token });
  expect(data.avatar).toMatch(new RegExp(`^/picture/${id}/[\\w-]{16}$`));
});

test("a removed picture is gone", async () => {
  const { id, token } = await someone();
  await send(token, await photo());
  expect((await provider.call(pictureRemove, {}, { token })).code).toBe(200);
  expect(await stored(id)).toBeUndefined();
  expect((await provider.call(getUser, {}, { token })).data.avatar).toBeNull();
});

test("files that are no picture, too large, empty, or an SVG are refused and change nothing", async () => {
  const { id, token } = await someone();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>');
  const cut = (await photo()).subarray(0, 700);
  const refused = /^This is no picture that can be shown/;
  for (const content of [Buffer.from("%PDF-1.4 nothing"), svg, cut])
    expect(await send(token, content)).toMatchObject({ code: 400, message: expect.stringMatching(refused) });
  expect(await send(token, Buffer.alloc(0))).toMatchObject({ code: 400, message: "The file is empty" });
  expect(await send(token, Buffer.alloc(6 * 1024 * 1024))).toMatchObject({
    code: 400,
    message: "The file should not exceed 5 MB",
  });
  expect(await stored(id)).toBeUndefined();
});

test("colleagues and the forwarder see a picture, another company does not", async () => {
  const owner = await someone();
  await send(owner.token, await photo());
  const colleague = await someone(owner.companyId);
  const stranger = await someone();
  const staff = await someone(undefined, true);
  await send(staff.token, await photo());
  const see = async (token: string, userId: string) =>
    (await provider.call(picture, { userId }, { token })).code;
  expect(await see(colleague.token, owner.id)).toBe(200);
  expect(await see(staff.token, owner.id)).toBe(200);
  expect(await see(stranger.token, owner.id)).toBe(404);
  expect(await see(stranger.token, staff.id)).toBe(200);
});
