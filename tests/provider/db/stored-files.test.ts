import { Migrator } from "kysely/migration";
import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "#app/provider/db/database.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import { blankDatabase } from "#tests/support/database.ts";

test("existing attachments are moved into one table with all their data and ids", {
  tags: "slow",
}, async () => {
  const { connection, drop } = await blankDatabase();
  const before = openDatabase(connection, { poolSize: 1 });
  const migrator = new Migrator({ db: before.db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo("0015_order_line_amounts");
  expect(error).toBeUndefined();
  await before.close();
  const client = new pg.Client(connection);
  await client.connect();
  const rowsOf = async (text: string) => (await client.query(text)).rows;
  try {
    await client.query(`
      insert into company (id, code, name) values (1, 'C', 'Customer');
      insert into role (id, code, name, name_zh) values (900, 'member', 'Member', '成员');
      insert into app_user (id, company_id, role_id, user_name, name, email, password_hash)
        values (5, 1, 900, 'ann', 'Ann', 'ann@example.com', 'x');
      insert into booking (id, company_id, booking_number, content, created_by_name, updated_by_name, created_at, updated_at)
        values (11, 1, 'BK-1', '{}', 'Ann', 'Ann', now(), now()), (12, 1, 'BK-2', '{}', 'Ann', 'Ann', now(), now());
      insert into booking_attachment (file_name, storage_key, size, content_type, sha256, upload_key, uploaded_by_name,
          uploaded_at, removed_at, scanned_at, booking_id)
        values ('提单.pdf', 'key-1', 10, 'application/pdf', '\\x01', 'form:0', 'Ann', '2026-11-01Z', null, '2026-11-02Z', 11),
          ('b.csv', 'gone-2', 20, 'text/plain', '\\x02', null, 'Ann', '2026-11-03Z', '2026-11-04Z', null, 11),
          ('c.csv', 'key-3', 30, 'text/plain', '\\x03', null, 'Ann', '2026-11-05Z', null, null, 12);
      insert into team (id, company_id, created_at, last_message_at) values (21, 1, now(), now());
      insert into channel (id, team_id, company_id, type) values (11, 21, 1, 1);
      insert into message (id, channel_id, company_id, sequence, sender_name, is_forwarder, body, search_text, client_id, created_at)
        values (31, 11, 1, 1, 'Ann', false, '', '', 'one', now());
      insert into message_file (channel_id, message_id, position, file_name, storage_key, size, content_type, sha256,
          upload_key, uploaded_by, uploaded_at, scanned_at)
        values (11, 31, 0, 'd.pdf', 'key-4', 40, 'application/pdf', '\\x04', '5:form:0', 5, '2026-11-06Z', '2026-11-07Z'),
          (11, null, null, 'e.pdf', 'key-5', 50, 'application/pdf', '\\x05', null, 5, '2026-11-08Z', null);
      -- A page that stands open may name what was purged: no other file takes its id.
      select setval('message_file_id_seq', 40);`);
    const old = {
      booking: await rowsOf("select * from booking_attachment order by id"),
      channel: await rowsOf("select * from message_file order by id"),
    };

    expect(await migrate(connection)).toContain("0016_stored_files");

    const nothing = {
      booking_id: null,
      channel_id: null,
      delivery_id: null,
      document_id: null,
      is_of_forwarder: false,
      message_id: null,
      position: null,
    };
    const files = await rowsOf("select * from stored_file order by subject, id");
    expect(files).toEqual([
      ...old.booking.map((row) => ({
        ...nothing,
        ...row,
        subject: "booking",
        subject_id: row.booking_id,
        uploaded_by: null,
      })),
      ...old.channel.map((row) => ({
        ...nothing,
        ...row,
        subject: "channel",
        subject_id: row.channel_id,
        uploaded_by_name: null,
        removed_at: null,
      })),
    ]);
    expect(files.map(({ subject, id }) => `${subject} ${id}`)).toEqual([
      "booking 1",
      "booking 2",
      "booking 3",
      "channel 1",
      "channel 2",
    ]);
    const added = await rowsOf(`
      insert into stored_file (subject, subject_id, file_name, storage_key, size, content_type, sha256, uploaded_at)
      values ('booking', 12, 'f.pdf', 'key-6', 60, 'application/pdf', '\\x06', now()) returning id`);
    expect(added).toEqual([{ id: "41" }]);

    // A file is deleted with its subject, and cannot refer to a missing one.
    await client.query("delete from booking where id = 11");
    await client.query("delete from team");
    expect(await rowsOf("select storage_key from stored_file order by id")).toEqual([
      { storage_key: "key-3" },
      { storage_key: "key-6" },
    ]);
    await expect(client.query("update stored_file set subject_id = 11")).rejects.toThrow("foreign key");
  } finally {
    await client.end();
    await drop();
  }
});
