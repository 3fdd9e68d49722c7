import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { DOCUMENT_NUMBER_MAX, documentUpload } from "#app/contract/document.ts";
import { paperTypes } from "#app/contract/document-code.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import { readDocument } from "./detail.server.ts";
import { nameOf, typeText } from "./words.server.ts";

const typedFields = ["houseNumber", "documentType", "number"] as const;
export type UploadField = (typeof typedFields)[number] | "file";

export interface UploadView {
  title: string;
  /** The document that a version is added to. */
  back: { href: string; text: string } | undefined;
  /** The document of which a version is added; null for a new document. */
  of: { id: string; text: string } | null;
  labels: Record<UploadField, string>;
  hint: string;
  send: string;
  usual: { houseNumber: string; documentType: string };
  types: [value: string, label: string][];
  numberMax: number;
}

export interface UploadReply {
  faults: { field: UploadField | null; text: string }[];
  typed: Record<(typeof typedFields)[number], string>;
  /** Id of a write without an answer, which the next press repeats. */
  requestId: string | null;
}

/** The form for a paper of a shipment, or for a version of the document `id`. */
export async function uploadView(visit: Visit, search: URLSearchParams): Promise<UploadView> {
  const { t } = visit;
  const id = search.get("id");
  const document = id === null ? null : await readDocument(visit, id);
  if (document && !document.takesFiles) throw redirect(href("/document/detail/:id", { id: document.id }));
  const type = paperTypes.find((each) => each === search.get("type"));
  return {
    title: t(document ? "documents:title.addVersion" : "documents:title.add"),
    back: document
      ? { href: href("/document/detail/:id", { id: document.id }), text: nameOf(visit, document) }
      : undefined,
    of: document && {
      id: document.id,
      text: t("documents:form.versionOf", {
        name: nameOf(visit, document),
        houseNumber: document.houseNumber,
      }),
    },
    labels: {
      houseNumber: t("documents:form.houseNumber"),
      documentType: t("documents:form.documentType"),
      number: t("documents:form.number"),
      file: t("documents:form.file"),
    },
    hint: t("documents:form.hint", { size: LIMITS.attachmentBytes / MEGABYTE }),
    send: t("documents:form.send"),
    usual: { houseNumber: (search.get("shipment") ?? "").slice(0, 50), documentType: type ?? "" },
    types: [
      ["", t("documents:form.chooseType")],
      ...paperTypes.map((each): [string, string] => [each, typeText(visit, each)]),
    ],
    numberMax: DOCUMENT_NUMBER_MAX,
  };
}

type Typed = UploadReply["typed"];

const again = (
  faults: UploadReply["faults"],
  typed: Typed,
  status: number,
  requestId: string | null = null,
) => data<UploadReply>({ faults, typed, requestId }, { status });

/** What is wrong with the fields before the file; a version has none. */
function faultsOf(
  { t }: Visit,
  typed: Typed,
  { isVersion, hasFile }: { isVersion: boolean; hasFile: boolean },
): UploadReply["faults"] {
  const isType = paperTypes.some((each) => each === typed.documentType);
  const fault = (isWrong: boolean, field: UploadField, text: string) => (isWrong ? [{ field, text }] : []);
  const isLong = typed.number.length > DOCUMENT_NUMBER_MAX;
  return [
    ...fault(!isVersion && typed.houseNumber === "", "houseNumber", t("documents:form.needHouse")),
    ...fault(!isVersion && !isType, "documentType", t("documents:form.needType")),
    ...fault(isLong, "number", t("documents:form.tooLong", { max: DOCUMENT_NUMBER_MAX })),
    ...fault(!hasFile, "file", t("documents:form.needFile")),
  ];
}

/** The answer to a form that the provider did not take. */
function refusedBy(fault: WriteFault, typed: Typed, key: string | null) {
  const { kind, code, fields, message } = fault;
  if (code === CODE_NOT_FOUND) throw redirect(href("/404"));
  const isUnknown = kind === "unavailable";
  const status = isUnknown ? 503 : code === null ? 415 : code === CODE_CONFLICT ? CODE_CONFLICT : 400;
  const named = fields.map(({ path, message: text }) => ({
    field: typedFields.find((each) => each === path) ?? null,
    text,
  }));
  const faults = named.length > 0 ? named : [{ field: null, text: message }];
  return again(faults, typed, status, isUnknown ? key : null);
}

/** Streams the form to the provider; 400 keeps what was typed, a success leads to the document. */
export async function passDocumentOn(visit: Visit, request: Request, url: URL) {
  const { t } = visit;
  const id = url.searchParams.get("id");
  if (id !== null && !addressId.safeParse(id).success) throw redirect(href("/404"));
  const head = await visit.upload();
  const typed = Object.fromEntries(
    typedFields.map((name) => [name, head?.fields.find(([each]) => each === name)?.[1]?.trim() ?? ""]),
  ) as Typed;
  const key = await visit.requestIdIn(url);
  const hasFile = !head?.isSound || head.hasFiles;
  const faults = faultsOf(visit, typed, { isVersion: id !== null, hasFile });
  if (faults.length > 0) return again(faults, typed, 400);
  const result = await visit.forwardForm(documentUpload, request, {
    key: key ?? undefined,
    textOf: (reason) => t(`bookings:attachments.${reason}`),
  });
  if (!result.isDone) return refusedBy(result.fault, typed, key);
  const refused = result.data?.refused ?? [];
  if (refused.length > 0) {
    const texts = refused.map(({ fileName, message }) => ({
      field: "file" as const,
      text: t("documents:form.refused", { name: fileName, reason: message }),
    }));
    return again(texts, typed, 400);
  }
  visit.session.flash({
    kind: "success",
    key: id === null ? "documents:documentAdded" : "documents:versionAdded",
  });
  const made = result.data?.id ?? id;
  return redirect(made ? href("/document/detail/:id", { id: made }) : href("/document/index"));
}
