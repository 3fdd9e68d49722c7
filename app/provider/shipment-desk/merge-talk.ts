import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

interface Channel {
  id: string;
  type: number;
  last_sequence: number;
}

/**
 * The conversation of the one shipment goes on in that of the other. Where both have one, its messages come after those of the other,
 * with their own times; internal notes go to the notes, so that they stay internal.
 */
export async function moveTalk(
  db: Kysely<Database>,
  { goneId, keptId, now }: { goneId: string; keptId: string; now: Date },
): Promise<void> {
  const teamOf = (id: string) =>
    db.selectFrom("team").selectAll().where("shipment_id", "=", id).forUpdate().executeTakeFirst();
  const [gone, survivor] = [await teamOf(goneId), await teamOf(keptId)];
  if (!gone) return;
  if (!survivor) {
    await db.updateTable("team").set({ shipment_id: keptId }).where("id", "=", gone.id).execute();
    return;
  }
  const channels = async (team: string): Promise<Channel[]> =>
    db
      .selectFrom("channel")
      .select(["id", "type", "last_sequence"])
      .where("team_id", "=", team)
      .orderBy("id")
      .forUpdate()
      .execute();
  const present = await channels(survivor.id);
  for (const channel of await channels(gone.id)) {
    const same = present.find(({ type }) => type === channel.type);
    if (same) await joinChannels(db, { from: channel, to: same, now });
    else await db.updateTable("channel").set({ team_id: survivor.id }).where("id", "=", channel.id).execute();
  }
  await db.updateTable("desk_note").set({ team_id: survivor.id }).where("team_id", "=", gone.id).execute();
  await db.deleteFrom("team").where("id", "=", gone.id).execute();
  await db
    .updateTable("team")
    .set({
      quote_id: survivor.quote_id ?? gone.quote_id,
      booking_id: survivor.booking_id ?? gone.booking_id,
      search_text: `${survivor.search_text} ${gone.search_text}`,
      last_message_at: new Date(Math.max(Number(survivor.last_message_at), Number(gone.last_message_at))),
    })
    .where("id", "=", survivor.id)
    .execute();
}

async function joinChannels(
  db: Kysely<Database>,
  { from, to, now }: { from: Channel; to: Channel; now: Date },
): Promise<void> {
  // Whoever had read all of both has read all of the one.
  await sql`
    update channel_read k set last_read_sequence = ${to.last_sequence + from.last_sequence}, updated_at = ${now}
    from channel_read g
    where k.channel_id = ${to.id} and g.channel_id = ${from.id} and g.user_id = k.user_id
      and k.last_read_sequence >= ${to.last_sequence} and g.last_read_sequence >= ${from.last_sequence}`.execute(
    db,
  );
  await sql`
    update message set channel_id = ${to.id}, sequence = sequence + ${to.last_sequence},
      client_id = client_id || '-' || channel_id
    where channel_id = ${from.id}`.execute(db);
  await sql`
    update stored_file set subject_id = ${to.id} where subject = 'channel' and subject_id = ${from.id}`.execute(
    db,
  );
  await sql`
    update channel set last_sequence = ${to.last_sequence + from.last_sequence},
      last_message_at = greatest(last_message_at, (select last_message_at from channel where id = ${from.id}))
    where id = ${to.id}`.execute(db);
  await sql`
    update desk_item i set subject_id = ${to.id}, version = version + 1
    where i.kind = 'CONVERSATION' and i.subject_id = ${from.id} and (i.done_at is not null or not exists (
      select from desk_item k where k.kind = i.kind and k.subject_id = ${to.id} and k.done_at is null))`.execute(
    db,
  );
  await sql`
    update desk_item set done_at = ${now}, version = version + 1
    where kind = 'CONVERSATION' and subject_id = ${from.id} and done_at is null`.execute(db);
}
