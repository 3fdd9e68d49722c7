import { parse } from "@conform-to/react";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { formKeyIn, freshKey } from "#app/components/form-key.server.ts";
import { faulty, refusedPress } from "#app/components/form-reply.server.ts";
import type { BookingContent } from "#app/contract/booking.ts";
import {
  templateConflict,
  templateDetail,
  templateList,
  templateRemove,
  templateSave,
} from "#app/contract/booking-template.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { LIMITS, transportModes } from "#app/contract/freight-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { type BookingFields, formPaths, TEMPLATES, templateEditHref } from "./booking-fields.ts";
import { contentDifferences } from "./content-view.server.ts";
import {
  type BookingReply,
  conflictWords,
  type FormConflict,
  replyWithoutSaving,
} from "./form/form.server.ts";
import { contentOf, emptyContent, fieldsOf, figuresOf } from "./form/form-content.server.ts";
import { findMade, intentOf, savedFromOf, versionOf, writeKey } from "./form/form-save.server.ts";
import { type FormStart, formChoices } from "./form/form-start.server.ts";

export interface TemplateListView {
  rows: { id: string; name: string; about: Line; useHref: string; editHref: string; removeHref: string }[];
  page: number;
  pageSize: number;
  total: number;
  isTotalCapped: boolean;
}

const PAGE_SIZE = 25;

/** My templates (product 2.7). A chosen template fills a new booking form. */
export async function loadTemplates(
  visit: Visit,
  newHref: string | null,
  search: URLSearchParams,
): Promise<TemplateListView> {
  const page = z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .catch(1)
    .parse(search.get("page") ?? 1);
  const templates = await visit.read(templateList, { page, pageSize: PAGE_SIZE });
  return {
    rows: templates.rows.map(({ id, name, createdAt, transportMode }) => {
      const mode = transportModes.find((each) => each === transportMode);
      return {
        id,
        name,
        about: visit.dated(createdAt, (time) =>
          [mode ? visit.t(`freight:mode.${mode}`) : "", time].filter(Boolean).join(" · "),
        ),
        useHref: `${newHref ?? formPaths.add}?template=${id}`,
        editHref: templateEditHref(id),
        removeHref: `${href("/booking/templateRemove")}?id=${id}`,
      };
    }),
    page,
    pageSize: PAGE_SIZE,
    total: templates.total,
    isTotalCapped: templates.isTotalCapped,
  };
}

/** The booking form for a template, new (`id` null) or existing. */
export async function templateStart(
  visit: Visit,
  id: string | null,
  url: URL,
): Promise<FormStart & { name: string }> {
  const draftKey = id ? "" : await formKeyIn(visit, url);
  const [choices, template, made] = await Promise.all([
    formChoices(visit),
    id ? visit.read(templateDetail, { id }) : null,
    id ? null : findMade(visit, "template", draftKey),
  ]);
  const name = template?.name ?? "";
  const fields = {
    ...fieldsOf(template?.content ?? emptyContent(formPaths.add), visit.language),
    templateName: name,
  };
  return {
    id,
    bookingNumber: null,
    version: template?.version ?? null,
    draftKey,
    editor: freshKey(visit),
    made,
    mergedAt: null,
    purpose: "draft",
    source: null,
    name,
    fields,
    ...figuresOf(visit, fields),
    checked: null,
    ...choices,
  };
}

/** Saves the template, or shows the form again: with changed rows, a fault, or a conflict. */
export async function handleTemplate(visit: Visit, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const figures = figuresOf(visit, typed.payload as BookingFields);
  const unsaved = await replyWithoutSaving(visit, form, typed, intentOf(form));
  if (unsaved) return data<BookingReply>({ ...unsaved, requestId: null, ...figures, conflict: null });

  const name = String(form.get("templateName") ?? "").trim();
  const nameFault =
    name === ""
      ? visit.t("shell:form.empty")
      : name.length > LIMITS.templateName
        ? visit.t("shell:form.tooLong", { max: LIMITS.templateName })
        : null;
  if (nameFault) {
    const reply = typed.reply({ fieldErrors: { templateName: [nameFault] } });
    return data<BookingReply>({ reply, requestId: null, ...figures, conflict: null }, { status: 400 });
  }
  const id =
    z
      .string()
      .regex(/^(?=.*\d)[\w.~-]{1,64}$/)
      .safeParse(form.get("id")).data ?? null;
  const version = versionOf(form);
  const { content, faults } = contentOf(typed.payload, visit.t);
  if (faults) {
    const reply = typed.reply({ fieldErrors: faults.fieldErrors });
    return data<BookingReply>({ reply, requestId: null, ...figures, conflict: null }, { status: 400 });
  }
  const key = writeKey(form, { name, content });
  const formKey = id ? null : z.string().min(8).max(100).catch(key).parse(form.get("draftKey"));
  const input = { id, version, ...savedFromOf(form), formKey, name, content };
  const result = await visit.write(templateSave, input, { key });
  if (!result.isDone) {
    const { data: answer, init } = faulty(typed, result.fault);
    const conflict =
      result.fault.code === CODE_CONFLICT ? conflictOf(visit, result.fault, name, content) : null;
    return data<BookingReply>({ ...answer, ...figures, conflict }, init ?? undefined);
  }
  visit.session.flash({ kind: "success", key: result.data?.isMerged ? "savedMerged" : "templateSaved" });
  return redirect(TEMPLATES);
}

function conflictOf(
  visit: Visit,
  { data }: WriteFault,
  name: string,
  mine: BookingContent,
): FormConflict | null {
  const conflictAnswer = templateConflict.safeParse(data);
  if (!conflictAnswer.success) return null;
  const { conflict: theirs } = conflictAnswer.data;
  const { t } = visit;
  const isNamed = theirs.fields.includes("templateName");
  return {
    ...conflictWords(visit, theirs.isOwn),
    text: t(theirs.isOwn ? "booking-form:conflict.ownTemplate" : "booking-form:conflict.template", {
      name: theirs.updatedBy,
    }),
    version: theirs.version,
    differences: [
      ...(isNamed ? [{ label: t("booking-form:templateName"), mine: name, theirs: theirs.name }] : []),
      ...contentDifferences(mine, theirs.content, visit, theirs.fields),
    ],
    href: templateEditHref(theirs.id),
  };
}

export async function loadTemplateRemoval(visit: Visit, id: string) {
  const { name } = await visit.read(templateDetail, { id });
  return { id, name };
}

export async function removeTemplate(visit: Visit, id: string, form: FormData) {
  const key = String(form.get("requestId"));
  const result = await visit.write(templateRemove, { id }, { key });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "templateRemoved" });
  return redirect(TEMPLATES);
}
