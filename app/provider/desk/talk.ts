import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import { answerBlanks, type deskNoteAdd, type deskReply, type deskTalk } from "#app/contract/desk-talk.ts";
import type { MessageData } from "#app/contract/message.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { contentUrlOf } from "../messages/message-row.ts";
import { post } from "../messages/send.ts";
import { message, personName } from "../texts/message.ts";
import { copyAnswerFiles } from "./answer-files.ts";
import { listAnswers } from "./answers.ts";

/** Notes of a conversation that are shown, the latest ones. */
const NOTES_SHOWN = 200;

export async function readTalk(
  { teamId }: z.output<typeof deskTalk.request>,
  { db, caller, scope, language }: CallerContext,
): Promise<z.input<typeof deskTalk.response>> {
  const team = await findOwnRow(db, "team", scope, teamId);
  const company = await db
    .selectFrom("company")
    .select(["id", "name"])
    .where("id", "=", team.company_id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ name: string; language: "en" | "zh" | null }>`
    select m.sender_name as name, u.language_preference as language
    from channel c join message m on m.channel_id = c.id left join app_user u on u.id = m.sender_id
    where c.team_id = ${teamId} and not m.is_forwarder order by m.created_at desc, m.id desc limit 1`.execute(
    db,
  );
  const notes = await db
    .selectFrom("desk_note")
    .selectAll()
    .where("team_id", "=", teamId)
    .orderBy("id", "desc")
    .limit(NOTES_SHOWN)
    .execute();
  return {
    company,
    person: rows[0] ?? null,
    notes: notes.reverse().map((row) => ({
      id: row.id,
      author: personName(row.author_name, language),
      isOwn: row.author_id === caller.userId,
      at: instantToWire(row.created_at)!,
      text: row.body,
    })),
    answers: await listAnswers(db),
  };
}

export async function addNote(
  { teamId, text }: z.output<typeof deskNoteAdd.request>,
  { db, caller, scope, now }: CallerContext,
): Promise<null> {
  await findOwnRow(db, "team", scope, teamId);
  await db
    .insertInto("desk_note")
    .values({
      team_id: teamId,
      author_id: caller.userId,
      author_name: caller.name,
      body: text,
      created_at: now,
    })
    .execute();
  return null;
}

/** @throws Refusal 409 when the customer has written meanwhile; 400 for a blank of an answer that is left open */
export async function reply(
  { channelId, text, seen, clientId, fileIds }: z.output<typeof deskReply.request>,
  context: CallerContext,
): Promise<MessageData> {
  const { db, scope, language } = context;
  const blank = answerBlanks.find((each) => text.includes(`{${each}}`));
  if (blank) {
    const text = message("deskBlankLeft", language, { blank: `{${blank}}` });
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path: "text", message: text }] } });
  }
  const channel = await findOwnRow(db, "channel", scope, channelId, { isLocked: true });
  const newer = await db
    .selectFrom("message")
    .select(["sender_name", "sequence"])
    .where("channel_id", "=", channel.id)
    .where("sequence", ">", seen)
    .where("client_id", "<>", clientId)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newer)
    throw new Refusal(CODE_CONFLICT, "deskNewerMessage", {
      values: { name: newer.sender_name },
      data: { sequence: newer.sequence },
    });
  const copies = await copyAnswerFiles({ channelId, clientId, fileIds }, context);
  const contentUrl = copies.map((id) => ({ contentUrl: contentUrlOf(id), name: "" }));
  return post({ channelId, text, contentUrl, clientId }, context);
}
