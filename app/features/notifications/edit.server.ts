import { createHash } from "node:crypto";
import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import type { z } from "zod";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { FormReply } from "#app/components/form.tsx";
import { formKeyIn, postedFormKey } from "#app/components/form-key.server.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { knownPlaces } from "#app/components/place-field.server.ts";
import { nextTimes, scheduleTyped, scheduleView } from "#app/components/schedule.server.ts";
import {
  notificationDetail,
  rehearseNotification,
  type StoredNotification,
  saveNotification,
} from "#app/contract/notification.ts";
import { ruleChoices } from "#app/contract/notification-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { type NotificationFields, newRule } from "./fields.ts";
import { recipientRemarks } from "./recipient-remarks.server.ts";
import { notificationSchema, requiredInNotification } from "./schema.server.ts";
import { sentenceOf } from "./sentence.server.ts";

export const SETTINGS = href("/account/notificationSetting");

/** Read back, with what comes next and what it would have sent. */
export interface Trial {
  sentence: string;
  nextSends: string[];
  rehearsal: {
    text: string;
    mails: { at: string; shipments: { id: string; houseNumber: string }[]; more: string | null }[];
  } | null;
}

export type EditReply = FormReply & { trial: Trial | null };

const idIn = (search: URLSearchParams): string | null =>
  addressId.safeParse(search.get("id") ?? "").data ?? null;

/** The form: empty, or of a stored notification (`?id=`). */
export async function loadForm(visit: Visit, rights: Rights, url: URL) {
  const id = idIn(url.searchParams);
  if (!id) await formKeyIn(visit, url);
  const [stored, places] = await Promise.all([
    id ? visit.read(notificationDetail, { id }) : null,
    knownPlaces(visit, rights),
  ]);
  const fields = stored ? fieldsOf(visit, stored) : emptyFields(visit, url.searchParams);
  return {
    id,
    version: stored?.version ?? null,
    isOn: stored?.isOn ?? true,
    fields,
    trial: stored ? trialOf(visit, saidOf(stored)) : null,
    remarks: stored ? recipientRemarks(visit, stored) : [],
    places: [...new Set([...places.origins, ...places.destinations])],
    schedule: scheduleView(visit, fields.zone ?? ""),
    required: requiredInNotification(visit.t),
  };
}

/** `?scope=FOLLOWED`: each milestone of the followed shipments. */
function emptyFields(visit: Visit, search: URLSearchParams): NotificationFields {
  const isOfFollowed = search.get("scope") === "FOLLOWED";
  const perMilestone = ["atd", "ata", "customsRelease", "delivery"];
  return {
    name: isOfFollowed ? visit.t("notifications:title.followedName") : "",
    join: isOfFollowed ? "OR" : "AND",
    rules: isOfFollowed
      ? perMilestone.map((milestone) => ({ what: `milestone:${milestone}`, value: "" }))
      : [newRule],
    scope: isOfFollowed ? "FOLLOWED" : "ALL",
    channel: "EMAIL",
    ...scheduleTyped(visit, null),
  };
}

function fieldsOf(visit: Visit, { schedule, ...stored }: StoredNotification): NotificationFields {
  return {
    name: stored.name,
    join: stored.join,
    rules: stored.rules.map(({ kind, value, placeName }) =>
      Object.hasOwn(ruleChoices, kind)
        ? { what: `${kind}:${value}`, value: "" }
        : { what: kind, value: placeName && placeName !== value ? `${placeName} (${value})` : value },
    ),
    scope: stored.scope,
    channel: stored.channel,
    recipients: stored.recipients.map(({ email }) => email).join("\n"),
    ...scheduleTyped(visit, schedule),
  };
}

const saidOf = (stored: StoredNotification) => ({
  ...stored,
  recipients: stored.recipients.map(({ email }) => email),
});

function trialOf(visit: Visit, said: Parameters<typeof sentenceOf>[1]): Trial {
  const sends = nextTimes(visit, said.schedule, new Date());
  return { sentence: sentenceOf(visit, said), nextSends: sends, rehearsal: null };
}

/** The pressed button: saves, rehearses, adds or removes a rule. Everything typed is kept. */
export async function handleForm(visit: Visit, search: URLSearchParams, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  if (typed.status !== "success")
    return data<EditReply>({ reply: typed.reply(), requestId: null, trial: null });
  const submission = parseWithZod(form, { schema: notificationSchema(visit.t) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    return data<EditReply>({ ...answer, trial: null }, init ?? undefined);
  }
  const { value } = submission;
  const trial = trialOf(visit, value);
  if (form.get("intent") === "rehearse") {
    const { join, rules, scope, schedule } = value;
    const told = await visit.readOrRefusal(rehearseNotification, { join, rules, scope, schedule });
    if (!told.isDone) return refused(submission, told.fault);
    const rehearsal = rehearsalOf(visit, told.data);
    const next = told.data.nextSends.map(visit.stamp);
    return data<EditReply>({
      reply: submission.reply(),
      requestId: null,
      trial: { ...trial, nextSends: next, rehearsal },
    });
  }
  const id = idIn(search);
  const version = Number(form.get("version")) || null;
  const isOn = form.get("isOn") !== "false";
  const given = { id, version, formKey: id ? null : postedFormKey(search), ...value, isOn };
  const content = `${form.get("requestId")}\n${JSON.stringify(given)}`;
  const key = createHash("sha256").update(content).digest("base64url");
  const result = await visit.write(saveNotification, given, { key });
  if (!result.isDone) return refused(submission, result.fault);
  const isAsked = (result.data?.asked.length ?? 0) > 0;
  visit.session.flash({ kind: "success", key: isAsked ? "notifications:asked" : "notifications:saved" });
  return redirect(SETTINGS);
}

function refused(submission: Parameters<typeof faulty>[0], fault: Parameters<typeof faulty>[1]) {
  const fields = fault.fields.map(({ path, message }) => ({
    path: path.replace(/^schedule\./, "").replace(/^recipients\.\d+$/, "recipients"),
    message,
  }));
  const { data: answer, init } = faulty(submission, { ...fault, fields });
  return data<EditReply>({ ...answer, trial: null }, init ?? undefined);
}

function rehearsalOf(
  visit: Visit,
  { days, mails }: z.output<typeof rehearseNotification.response>,
): Trial["rehearsal"] {
  return {
    text: visit.t(
      `notifications:rehearsal.${mails.length > 1 ? "many" : mails.length > 0 ? "one" : "none"}`,
      {
        days,
        mails: mails.length,
      },
    ),
    mails: mails.map(({ at, total, shipments }) => ({
      at: visit.stamp(at),
      shipments,
      more:
        total > shipments.length
          ? visit.t("notifications:rehearsal.more", { number: total - shipments.length })
          : null,
    })),
  };
}
