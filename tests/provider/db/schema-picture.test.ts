import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blankDatabase, testDatabase, withClient } from "#tests/support/database.ts";
import { describeSchema } from "#tests/support/described-schema.ts";
import { drawPicture, loadPicture, PICTURE, WRITES_PICTURE } from "#tests/support/schema-picture.ts";

const picture = readFileSync(PICTURE, "utf8");

test("docs/schema.sql is what the migrations make", async () => {
  const database = await testDatabase();
  const drawn = await withClient(database.connection, drawPicture).finally(database.drop);
  expect(picture === drawn, `${PICTURE} is out of date: run ${WRITES_PICTURE}`).toBe(true);
});

test("docs/schema.sql, loaded into an empty database, makes the schema of the migrations", {
  tags: "slow",
}, async () => {
  const migrated = await testDatabase();
  const blank = await blankDatabase();
  try {
    await withClient(blank.connection, (client) => loadPicture(client, picture));
    expect(await describeSchema(blank.connection)).toEqual(await describeSchema(migrated.connection));
  } finally {
    await blank.drop();
    await migrated.drop();
  }
});

test("each table says what it is for", () => {
  const silent = [...picture.matchAll(/^-- Table (\w+)\.$/gm)].map(([, table]) => table);
  expect(silent, "A doc comment over the table in app/provider/db/schema.ts says it").toEqual([]);
});
