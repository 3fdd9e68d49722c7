import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeKeptSettings } from "#app/launcher/settings.ts";
import { readKept, withKept, writeKept } from "#app/provider/kept-settings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-kept-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("what was kept is read as it was given, whatever characters it has", async () => {
  const settings = {
    PRODUCT_NAME: 'Harbour\'s "Best" `Freight` #1 = \\n 港湾',
    BRAND_COLOR: "#0b5cad",
    SMTP_URL: "smtp://u:a=b#c@mail.example",
    MAIL_FROM: '"Harbour" <ada@harbour.example>',
  };
  await writeKept(folder, settings);
  expect(await readKept(folder)).toEqual(settings);
});

test("nothing was kept where there is no file, or no folder", async () => {
  expect(await readKept(folder)).toEqual({});
  expect(await readKept(join(folder, "missing"))).toEqual({});
});

test("the environment comes first, and an empty variable counts as unset", () => {
  const kept = { PRODUCT_NAME: "Harbour", BRAND_COLOR: "#aa2200" };
  expect(withKept({ PRODUCT_NAME: "Quay", BRAND_COLOR: " ", PORT: "1" }, kept)).toEqual({
    PRODUCT_NAME: "Quay",
    BRAND_COLOR: "#aa2200",
    PORT: "1",
  });
});

test("a line that is no kept setting stops the start and is named without its value", async () => {
  await writeFile(join(folder, "settings.env"), "PRODUCT_NAME=Harbour\nNODE_OPTIONS=--secret\n");
  await expect(readKept(folder)).rejects.toThrow(/settings\.env has in line 2 none of PRODUCT_NAME/);
  await expect(readKept(folder)).rejects.not.toThrow(/--secret/);
});

test("the launcher takes what was kept in the data folder beside the operator's own database", async () => {
  await writeKept(folder, { PRODUCT_NAME: "Harbour", PUBLIC_URL: "https://portal.harbour.example" });
  const environment: NodeJS.ProcessEnv = {
    DATA_DIR: folder,
    DATABASE_URL: "postgres://u@localhost/x",
    PRODUCT_NAME: "Quay",
  };
  await takeKeptSettings([], environment);
  expect(environment).toMatchObject({ PRODUCT_NAME: "Quay", PUBLIC_URL: "https://portal.harbour.example" });
});
