import { parse } from "@conform-to/react";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty } from "#app/components/form-reply.server.ts";
import {
  type BookingContent,
  templateDetail,
  templateList,
  templateRemove,
  templateSave,
} from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { LIMITS, transportModes } from "#app/contract/freight-code.ts";
import { formatInstant, wireToInstant } from "#app/lib/date-time.ts";
import { type BookingFields, formPaths, TEMPLATES, templateEditHref } from "./booking-fields.ts";
import { contentDifferences } from "./content-view.server.ts";
import {
  againWithout,
  type BookingReply,
  contentOf,
  emptyContent,
  type FormStart,
  fieldsOf,
  formChoices,
  intentOf,
  versionOf,
  weightOf,
} from "./form.server.ts";

export interface TemplateListView {
  rows: { id: string; name: string; about: string; useHref: string; editHref: string; removeHref: string }[];
  page: number;
  pageSize: number;
  total: number;
  isTotalCapped: boolean;
}

const PAGE_SIZE = 25;

/** My templates (spec 2). One that is chosen fills a new booking form: the selected booking template. */
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
  const found = await visit.read(templateList, { page, pageSize: PAGE_SIZE });
  return {
    rows: found.rows.map(({ id, name, createdAt, transportMode }) => {
      const mode = transportModes.find((each) => each === transportMode);
      const time = formatInstant(wireToInstant(createdAt), visit.timeZone ?? "+08:00") ?? "";
      return {
        id,
        name,
        about: [mode ? visit.t(`freight:mode.${mode}`) : "", time].filter(Boolean).join(" · "),
        useHref: `${newHref ?? formPaths.add}?template=${id}`,
        editHref: templateEditHref(id),
        removeHref: `/booking/templateRemove?id=${id}`,
      };
    }),
    page,
    pageSize: PAGE_SIZE,
    total: found.total,
    isTotalCapped: found.isTotalCapped,
  };
}

/** The booking form for a template, new (`id` null) or known. */
export async function templateStart(visit: Visit, id: string | null): Promise<FormStart & { name: string }> {
  const [choices, template] = await Promise.all([
    formChoices(visit),
    id ? visit.read(templateDetail, { id }) : null,
  ]);
  const name = template?.name ?? "";
  const fields = { ...fieldsOf(template?.content ?? emptyContent(formPaths.add)), templateName: name };
  return {
    id,
    bookingNumber: null,
    version: template?.version ?? null,
    draftKey: "",
    purpose: "draft",
    source: null,
    name,
    fields,
    weight: weightOf(visit, fields),
    checked: null,
    ...choices,
  };
}

/** Saves the template, or shows the form once more: a row more or less, a fault, or what somebody else saved. */
export async function handleTemplate(visit: Visit, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const weight = weightOf(visit, typed.payload as BookingFields);
  const again = await againWithout(visit, form, typed, intentOf(form));
  if (again) return data<BookingReply>({ reply: again, requestId: null, weight, conflict: null });

  const name = String(form.get("templateName") ?? "").trim();
  const nameFault =
    name === ""
      ? visit.t("shell:form.empty")
      : name.length > LIMITS.templateName
        ? visit.t("shell:form.tooLong", { max: LIMITS.templateName })
        : null;
  if (nameFault) {
    const reply = typed.reply({ fieldErrors: { templateName: [nameFault] } });
    return data<BookingReply>({ reply, requestId: null, weight, conflict: null }, { status: 400 });
  }
  const id =
    z
      .string()
      .regex(/^\d{1,18}$/)
      .safeParse(form.get("id")).data ?? null;
  const version = versionOf(form);
  const content = contentOf(typed.payload);
  const key = String(form.get("requestId"));
  const result = await visit.write(templateSave, { id, version, name, content }, { key });
  if (!result.isDone) {
    const { data: answer, init } = faulty(typed, result.fault);
    const isConflict = result.fault.code === CODE_CONFLICT && id !== null;
    const conflict = isConflict ? await conflictOf(visit, id, name, content) : null;
    return data<BookingReply>({ ...answer, weight, conflict }, init ?? undefined);
  }
  visit.session.flash({ kind: "success", key: "templateSaved" });
  return redirect(TEMPLATES);
}

async function conflictOf(visit: Visit, id: string, name: string, mine: BookingContent) {
  const theirs = await visit.read(templateDetail, { id });
  const named =
    theirs.name === name
      ? []
      : [{ label: visit.t("booking-form:templateName"), mine: name, theirs: theirs.name }];
  return {
    text: visit.t("booking-form:conflict.template"),
    version: theirs.version,
    differences: [...named, ...contentDifferences(mine, theirs.content, visit)],
  };
}

export async function loadTemplateRemoval(visit: Visit, id: string) {
  const { name } = await visit.read(templateDetail, { id });
  return { id, name };
}

export async function removeTemplate(visit: Visit, id: string, form: FormData) {
  const key = String(form.get("requestId"));
  const result = await visit.write(templateRemove, { id }, { key });
  if (!result.isDone) {
    const isUnknown = result.fault.kind === "unavailable";
    const reply = { fault: result.fault.message, requestId: isUnknown ? key : null };
    return data(reply, { status: isUnknown ? 503 : 400 });
  }
  visit.session.flash({ kind: "success", key: "templateRemoved" });
  return redirect(TEMPLATES);
}
