import type { Kysely } from "kysely";
import type pg from "pg";
import { makeToken } from "#app/provider/call/caller.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import type { Account } from "./socket-clients.ts";

/**
 * The people of tests/bench/sockets.ts: two browsers each, 25 people and 20 channels a company; ten of the forwarder's
 * people hear of everything.
 */
const PEOPLE_PER_COMPANY = 25;
const BROWSERS = 2;
const CHANNELS_PER_COMPANY = 20;
const FORWARDERS = 10;
/**
 * Messages of each channel before the first one that is measured, of which people have read some. Over empty tables a
 * count costs nothing at first; and since its plan is made then and kept, it reads the whole table for each person and
 * channel later: a count of 500 people took 3 s with 2,000 messages, until the database gathered statistics again.
 */
const SAID_BEFORE = 20;

interface People {
  /** One for each socket. */
  accounts: Account[];
  /** Who writes, by company. */
  writers: Map<string, Account>;
  /** Number of sockets that hear of a message of the writer, by company. */
  hearers: Map<string, number>;
}

export async function makeAccounts(db: Kysely<Database>, pool: pg.Pool, wanted: number): Promise<People> {
  await loadReference(db);
  const companies = Math.ceil((wanted - FORWARDERS) / PEOPLE_PER_COMPANY / BROWSERS);
  await pool.query(
    `insert into company (code, name, is_forwarder)
    select 'B-' || n, 'Company ' || n, n = 0 from generate_series(0, $1::int) n`,
    [companies],
  );
  const { rows: people } = await pool.query<{
    id: string;
    user_name: string;
    company_id: string;
    is_forwarder: boolean;
  }>(
    `with made as (
      insert into app_user (company_id, role_id, user_name, name)
      select c.id, (select id from role where company_id is null and code = case when is_forwarder then 'desk' else 'admin' end),
        'p' || c.id || '-' || n, 'Pat Example'
      from company c, generate_series(1, case when is_forwarder then $1::int else $2::int end) n
      where c.code like 'B-%'
      returning id, user_name, company_id
    )
    select made.*, is_forwarder from made join company c on c.id = company_id
    order by not is_forwarder, user_name`,
    [FORWARDERS, PEOPLE_PER_COMPANY],
  );
  await makeTalk(pool);
  const accounts: Account[] = [];
  const writers = new Map<string, Account>();
  const hearers = new Map<string, number>();
  const hashes: Buffer[] = [];
  const holders: string[] = [];
  for (const { id, user_name, company_id, is_forwarder } of people)
    for (let each = 0; each < (is_forwarder ? 1 : BROWSERS) && accounts.length < wanted; each++) {
      const { token, tokenHash } = makeToken();
      hashes.push(tokenHash);
      holders.push(id);
      const account = { token, userName: user_name, userId: id };
      accounts.push(account);
      if (is_forwarder) continue;
      // The last one's sockets hear of it as of their own message.
      const isNext = writers.get(company_id)?.userId !== id;
      writers.set(company_id, account);
      const own = hearers.get(company_id);
      hearers.set(company_id, own === undefined ? FORWARDERS : own + (isNext ? BROWSERS : 0));
    }
  await pool.query(
    `insert into auth_token (token_hash, user_id, expires_at)
    select hash, holder, now() + interval '1 day' from unnest($1::bytea[], $2::bigint[]) as made (hash, holder)`,
    [hashes, holders],
  );
  await pool.query("vacuum analyze");
  return { accounts, writers, hearers };
}

async function makeTalk(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with made as (
      insert into team (company_id, subject, created_at, last_message_at)
      select id, 'Team ' || n, now(), now() from company, generate_series(1, $1::int) n
      where code like 'B-%' and not is_forwarder
      returning id, company_id
    )
    insert into channel (team_id, company_id, type, last_sequence, last_message_at)
    select id, company_id, 1, $2, now() from made`,
    [CHANNELS_PER_COMPANY, SAID_BEFORE],
  );
  await pool.query(
    `insert into message
      (channel_id, company_id, sequence, sender_id, sender_name, is_forwarder, body, search_text, client_id, created_at)
    select c.id, c.company_id, n, p.id, p.name, false, 'The container is at the gate', '', c.id || '-' || n, now()
    from channel c, generate_series(1, $1::int) n, lateral (
      select id, name from app_user u where u.company_id = c.company_id order by (u.id * n) % 7, u.id limit 1
    ) p`,
    [SAID_BEFORE],
  );
  await pool.query(
    `insert into channel_read (channel_id, user_id, last_read_sequence, updated_at)
    select c.id, u.id, (u.id + c.id) % ($1 + 1), now()
    from app_user u join company co on co.id = u.company_id
    join channel c on c.company_id = u.company_id or co.is_forwarder`,
    [SAID_BEFORE],
  );
}
