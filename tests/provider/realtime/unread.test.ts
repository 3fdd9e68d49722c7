import { afterAll, beforeAll, expect, test } from "vitest";
import { unreadCountsOf } from "#app/provider/realtime/unread.ts";
import { makeCompany, makePerson } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const CHANNELS = 12;

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

test("counts are those of messages that stand behind the last one read and are of others, for both sides", async () => {
  const { db } = provider;
  const pool = provider.database.pool;
  const forwarder = await makeCompany(db, [], { is_forwarder: true });
  const companies = [await makeCompany(db), await makeCompany(db)];
  const people = [];
  for (const company of companies)
    for (let each = 0; each < 3; each++) people.push(await makePerson(db, company));
  for (let each = 0; each < 3; each++) people.push(await makePerson(db, forwarder, { role: "desk" }));
  const viewer = await makePerson(db, companies[0]!, { role: "viewer" });
  for (const company of companies)
    await pool.query(
      `with team as (
        insert into team (company_id, created_at, last_message_at) select $1, now(), now() from generate_series(1, $2::int)
        returning id
      )
      insert into channel (team_id, company_id, type, last_sequence) select id, $1, 1, id % 7 from team`,
      [company, CHANNELS],
    );
  const ids = people.map(({ id }) => id);
  await pool.query(
    `insert into message
      (channel_id, company_id, sequence, sender_id, sender_name, is_forwarder, body, search_text, client_id, created_at)
    select c.id, c.company_id, n, x.sender, '', false, '', '', c.id || '-' || n, now()
    from channel c, generate_series(1, c.last_sequence) n,
      lateral (select u.id as sender from app_user u join company co on co.id = u.company_id
        where u.id = any($1) and (co.is_forwarder or u.company_id = c.company_id)
        order by md5(c.id || '-' || n || '-' || u.id) limit 1) x`,
    [ids],
  );
  await pool.query(
    `insert into channel_read (channel_id, user_id, last_read_sequence, updated_at)
    select c.id, u.id, (u.id + c.id) % (c.last_sequence + 1), now()
    from channel c, app_user u join company co on co.id = u.company_id
    where u.id = any($1) and (co.is_forwarder or u.company_id = c.company_id) and (u.id + c.id) % 3 > 0`,
    [ids],
  );
  const { rows } = await pool.query<{ id: string; num: number }>(
    `select u.id, count(*)::int as num
    from app_user u join company co on co.id = u.company_id
    join message m on co.is_forwarder or m.company_id = u.company_id
    left join channel_read r on r.user_id = u.id and r.channel_id = m.channel_id
    where u.id = any($1) and m.sender_id <> u.id and m.sequence > coalesce(r.last_read_sequence, 0)
    group by u.id`,
    [ids],
  );
  expect(rows.length).toBe(people.length);
  const { counts } = await unreadCountsOf(db, [...ids, viewer.id, "999999999"]);
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(rows.map(({ id, num }) => [id, num])));

  const silent = await makePerson(db, await makeCompany(db));
  expect([...(await unreadCountsOf(db, [silent.id])).counts]).toEqual([[silent.id, 0]]);
});
