import { Readable } from "node:stream";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { retention as retentionEndpoint } from "#app/contract/person.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";

/** `portalUser/retention` */
export async function listRetention(): Promise<z.input<typeof retentionEndpoint.response>> {
  const kinds = Object.entries(KEPT_MS).map(([kind, ms]) => ({ kind, hours: Math.round(ms / HOUR_MS) }));
  return { kinds };
}

/** The account, without what would let somebody in. */
async function accountOf(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("app_user as u")
    .innerJoin("company as c", "c.id", "u.company_id")
    .innerJoin("role as r", "r.id", "u.role_id")
    .leftJoin("department as d", "d.id", "u.department_id")
    .leftJoin("second_factor as f", "f.user_id", "u.id")
    .leftJoin("person_picture as p", "p.user_id", "u.id")
    .select([
      "u.user_name as accountName",
      "u.name",
      "u.email",
      "u.status",
      "r.name as role",
      "c.name as organization",
      "d.name as department",
      "u.language_preference as language",
      "u.clock",
      "u.time_zone as timeZone",
      "u.created_at as createdAt",
      "u.last_sign_in_at as lastSignInAt",
      "u.password_changed_at as passwordChangedAt",
      "f.confirmed_at as secondFactorSince",
      "p.content as picture",
    ])
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
}

const signInsOf = (db: Kysely<Database>, userId: string) =>
  Promise.all([
    db
      .selectFrom("auth_token")
      .select(["created_at as signedInAt", "last_used_at as lastUsedAt", "expires_at as endsAt"])
      .select(["revoked_at as endedAt", "user_agent as browser", "client_address as address"])
      .where("user_id", "=", userId)
      .where("seen_by_token", "is", null)
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("passkey")
      .select(["name", "created_at as createdAt", "last_used_at as lastUsedAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("person_identity")
      .select(["issuer", "subject", "created_at as since", "last_used_at as lastUsedAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("security_event")
      .select(["at", "kind", "client_address as address", "detail"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  ]);

const workOf = (db: Kysely<Database>, userId: string) =>
  Promise.all([
    db
      .selectFrom("message")
      .select(["created_at as at", "sender_name as name", "body as text"])
      .where("sender_id", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("booking")
      .select(["booking_number as number", "created_at as at", "status"])
      .where("created_by", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("quote")
      .select(["quote_number as number", "requested_at as at", "status"])
      .where("requested_by", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("operation_log")
      .select(["at", "subject", "subject_id as id", "action", "actor_name as name"])
      .where("actor_id", "=", userId)
      .orderBy("at")
      .execute(),
    db
      .selectFrom("shipment_follow as f")
      .innerJoin("shipment as s", "s.id", "f.shipment_id")
      .select(["s.house_number as houseNumber", "f.created_at as since"])
      .where("f.user_id", "=", userId)
      .orderBy("f.created_at")
      .execute(),
  ]);

/** What the person lets others see and is told: links, calendar, notifications, wishes for appointments. */
const toldOf = (db: Kysely<Database>, userId: string) =>
  Promise.all([
    db
      .selectFrom("share_link as l")
      .select([
        "l.label as note",
        "l.created_at as madeAt",
        "l.expires_at as endsAt",
        "l.revoked_at as revokedAt",
      ])
      .select(["l.shows_parties as showsParties", "l.shows_documents as showsDocuments"])
      .select(["l.seen_count as seenCount", "l.last_seen_at as lastSeenAt"])
      .select((eb) =>
        eb
          .selectFrom("share_link_shipment as ls")
          .innerJoin("shipment as s", "s.id", "ls.shipment_id")
          .select(sql<string[]>`coalesce(array_agg(s.house_number order by ls.line), '{}')`.as("numbers"))
          .whereRef("ls.link_id", "=", "l.id")
          .as("houseNumbers"),
      )
      .where("l.owner_id", "=", userId)
      .orderBy("l.id")
      .execute(),
    db
      .selectFrom("calendar_feed")
      .select(["scope", "created_at as madeAt", "last_fetched_at as lastFetchedAt"])
      .select(sql<boolean>`token_hash is not null`.as("isOn"))
      .where("user_id", "=", userId)
      .execute(),
    db
      .selectFrom("notification")
      .select(["name", "scope", "recipients", "schedule", "is_on as isOn", "created_at as madeAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("notice")
      .select(["created_at as at", "kind", "content", "recipient", "read_at as readAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("delivery_request as r")
      .innerJoin("delivery as d", "d.id", "r.delivery_id")
      .select(["d.number as delivery", "r.asked_at as at", "r.asked_by_name as name", "r.body as text"])
      .select(sql<string>`r.day::text`.as("day"))
      .select(["r.time_from as from", "r.time_to as to"])
      .where("r.asked_by", "=", userId)
      .orderBy("r.id")
      .execute(),
    db
      .selectFrom("stored_file as f")
      .innerJoin("shipment_document as d", "d.id", "f.document_id")
      .innerJoin("shipment as s", "s.id", "d.shipment_id")
      .select(["s.house_number as houseNumber", "d.document_type as type", "d.number"])
      .select(["f.file_name as fileName", "f.uploaded_at as at"])
      .where("f.uploaded_by", "=", userId)
      .orderBy("f.id")
      .execute(),
    db
      .selectFrom("document_seen as n")
      .innerJoin("shipment_document as d", "d.id", "n.document_id")
      .select(["d.document_type as type", "d.number", "n.version"])
      .select(["n.first_at as firstAt", "n.last_at as lastAt"])
      .where("n.user_id", "=", userId)
      .orderBy("n.first_at")
      .execute(),
  ]);

/** What the person asked of lists and reports. */
const askedOf = (db: Kysely<Database>, userId: string) =>
  Promise.all([
    db
      .selectFrom("export_job")
      .select(["list", "request", "state", "created_at as askedAt", "finished_at as finishedAt"])
      .where("user_id", "=", userId)
      .where("state", "<>", "removed")
      .orderBy("id")
      .execute(),
    db
      .selectFrom("report_template")
      .select(["name", "question", "is_shared as isShared", "created_at as madeAt"])
      .where("owner_id", "=", userId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("report_mail as m")
      .innerJoin("report_template as t", "t.id", "m.template_id")
      .select(["t.name", "m.format", "m.schedule"])
      .where("m.user_id", "=", userId)
      .orderBy("t.id")
      .execute(),
    db
      .selectFrom("dashboard_person")
      .select(["blocks", "seen_at as seenAt", "seen_before as seenBefore"])
      .where("user_id", "=", userId)
      .execute(),
    db
      .selectFrom("report_run")
      .select(["question", "ran_at as ranAt", "shipments", "format"])
      .where("user_id", "=", userId)
      .orderBy("ran_at")
      .execute(),
  ]);

/** `portalUser/ownData`: one JSON file. What others have written about the person is not theirs and is left out. */
export async function sendOwnData(context: CallerContext): Promise<FileAnswer> {
  const { db, caller, now } = context;
  const { picture, ...account } = await accountOf(db, caller.userId);
  const [sessions, passkeys, companySignIns, securityLog] = await signInsOf(db, caller.userId);
  const [messages, bookings, quotes, changes, followedShipments] = await workOf(db, caller.userId);
  const [sharedLinks, calendars, notifications, news, appointmentsAsked, documentsSent, documentsSeen] =
    await toldOf(db, caller.userId);
  const [exportsAsked, savedReports, reportsSent, dashboard, reportsRun] = await askedOf(db, caller.userId);
  await recordSecurity(context, "data.exported", caller);
  const file = {
    madeAt: now,
    account: { ...account, picture: picture && `data:image/webp;base64,${picture.toString("base64")}` },
    sessions,
    passkeys,
    companySignIns,
    securityLog,
    messages,
    bookings,
    quotes,
    changes,
    followedShipments,
    sharedLinks,
    calendars,
    notifications,
    news,
    appointmentsAsked,
    documentsSent,
    documentsSeen,
    exportsAsked,
    savedReports,
    reportsSent,
    dashboard,
    reportsRun,
  };
  const day = now.toISOString().slice(0, 10);
  return {
    fileName: `${caller.userName}-${day}.json`,
    contentType: "application/octet-stream",
    body: Readable.from([JSON.stringify(file, null, 2)]),
  };
}
