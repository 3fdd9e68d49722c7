import { createHash } from "node:crypto";
import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import type { z } from "zod";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { asAnswer, asValue, conflicting, saveChange } from "#app/components/begun-form.server.ts";
import type { BegunConflict } from "#app/components/begun-form.tsx";
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
import {
  notificationChannels,
  notificationScopes,
  ruleChoices,
  ruleJoins,
} from "#app/contract/notification-code.ts";
import { addressId } from "#app/contract/wire.ts";
import type { Line } from "#app/lib/moment.ts";
import type { NotificationRule } from "#app/lib/notification-rule.ts";
import { type NotificationFields, newRule } from "./fields.ts";
import { recipientRemarks } from "./recipient-remarks.server.ts";
import { notificationSchema, requiredInNotification } from "./schema.server.ts";
import { ruleText, sentenceOf } from "./sentence.server.ts";

export const SETTINGS = href("/account/notificationSetting");

/** Read back, with what comes next and what it would have sent. */
export interface Trial {
  sentence: string;
  nextSends: string[];
  rehearsal: {
    text: string;
    mails: { at: Line; shipments: { id: string; houseNumber: string }[]; more: string | null }[];
  } | null;
}

export type EditReply = FormReply & { trial: Trial | null; conflict?: BegunConflict };

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

function trialOf(visit: Visit, notification: Parameters<typeof sentenceOf>[1]): Trial {
  const sends = nextTimes(visit, notification.schedule, new Date());
  return { sentence: sentenceOf(visit, notification), nextSends: sends, rehearsal: null };
}

/** The pressed button: saves, rehearses, adds or removes a rule. Everything typed is kept. */
export async function handleForm(visit: Visit, search: URLSearchParams, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  if (typed.status !== "success")
    return data<EditReply>({ reply: typed.reply(), requestId: null, trial: null });
  return form.get("intent") === "rehearse" ? rehearse(visit, form) : save(visit, search, form);
}

const parseForm = (visit: Visit, form: FormData) =>
  parseWithZod(form, { schema: notificationSchema(visit.t) });

async function rehearse(visit: Visit, form: FormData) {
  const submission = parseForm(visit, form);
  if (submission.status !== "success") return shownAgain(invalid(submission));
  const { value } = submission;
  const { join, rules, scope, schedule } = value;
  const answer = await visit.readOrRefusal(rehearseNotification, { join, rules, scope, schedule });
  if (!answer.isDone) return refused(submission, answer.fault);
  const rehearsal = rehearsalOf(visit, answer.data);
  const trial = {
    ...trialOf(visit, value),
    nextSends: answer.data.nextSends.map((at) => visit.stamp(at)),
    rehearsal,
  };
  return data<EditReply>({ reply: submission.reply(), requestId: null, trial });
}

/** Saves a new notification, or what was touched of a stored one. */
async function save(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = idIn(search);
  const stored = id ? await visit.read(notificationDetail, { id }) : null;
  const isOn = stored?.isOn ?? true;
  const saved = await saveChange({
    visit,
    form,
    stored: stored ? { ...fieldsOf(visit, stored) } : {},
    version: stored?.version ?? null,
    read(merged) {
      const submission = parseForm(visit, merged);
      return submission.status === "success"
        ? asValue(submission.value)
        : asAnswer(shownAgain(invalid(submission)));
    },
    write(value, version) {
      const change = { id, version, formKey: id ? null : postedFormKey(search), ...value, isOn };
      const content = `${form.get("requestId")}\n${JSON.stringify(change)}`;
      const key = createHash("sha256").update(content).digest("base64url");
      return visit.write(saveNotification, change, { key });
    },
    field: shownField(visit),
    refused: (merged, fault) => refused(parseForm(visit, merged), fault),
    clash: (merged, conflict) => shownAgain(conflicting(parseForm(visit, merged), conflict)),
  });
  if ("answer" in saved) return saved.answer;
  const isAsked = (saved.written?.asked.length ?? 0) > 0;
  visit.session.flash({ kind: "success", key: isAsked ? "notifications:asked" : "notifications:saved" });
  return redirect(SETTINGS);
}

const shownAgain = ({ data: answer, init }: { data: Omit<EditReply, "trial">; init: ResponseInit | null }) =>
  data<EditReply>({ ...answer, trial: null }, init ?? undefined);

/** Names and values of the fields as people read them. */
function shownField(visit: Visit) {
  const { t } = visit;
  const { labels, units, weekdays } = scheduleView(visit, "");
  const texts = new Map<string, string>([
    ...notificationScopes.map((each) => [each, t(`notifications:scope.${each}`)] as const),
    ...ruleJoins.map((each) => [each, t(`notifications:join.${each}`)] as const),
    ...notificationChannels.map((each) => [each, t(`notifications:channel.${each}`)] as const),
    ...units,
  ]);
  return (name: string) => {
    if (name === "rules")
      return { label: t("notifications:field.rules"), shown: (text: string) => rulesText(visit, text) };
    if (name === "weekday")
      return {
        label: labels.weekday,
        shown: (day: string) => new Map<string, string>(weekdays).get(day) ?? day,
      };
    const own = ownFields.find((each) => each === name);
    const label = own ? t(`notifications:field.${own}`) : labels[name as keyof typeof labels];
    return { label, shown: (text: string) => texts.get(text) ?? text };
  };
}

const ownFields = ["name", "scope", "join", "channel", "recipients"] as const;

/** A line for each row: its kind, and what was typed for it. */
const rulesText = (visit: Visit, text: string) =>
  text
    .split("\n")
    .map((line) => {
      const [what = "", typed = ""] = line.split(" · ");
      const [kind = "", choice] = what.split(":");
      return ruleText(visit.t, { kind: kind as NotificationRule["kind"], value: choice ?? typed });
    })
    .join("\n");

function refused(submission: Parameters<typeof faulty>[0], fault: Parameters<typeof faulty>[1]) {
  const fields = fault.fields.map(({ path, message }) => ({
    path: path.replace(/^schedule\./, "").replace(/^recipients\.\d+$/, "recipients"),
    message,
  }));
  return shownAgain(faulty(submission, { ...fault, fields }));
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
      at: visit.time(at),
      shipments,
      more:
        total > shipments.length
          ? visit.t("notifications:rehearsal.more", { number: total - shipments.length })
          : null,
    })),
  };
}
