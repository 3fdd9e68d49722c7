import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { momentOf, viewerOf } from "#app/components/moment.server.ts";
import {
  type DocumentCrossCheck,
  type DocumentNeeds,
  documentCrossCheck,
  documentNeeds,
  documentUpload,
} from "#app/contract/document.ts";
import { type ComparedPaper, comparedPapers } from "#app/contract/document-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { aroundTime, type Line, textOf } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { nameOf, typeText } from "./words.server.ts";

export interface PapersView {
  title: string;
  back: { href: string; text: string };
  required: {
    title: string;
    deadline: Line;
    rows: {
      key: string;
      name: string;
      state: string;
      tone: "good" | "open" | "late";
      link: { href: string; label: string } | null;
    }[];
  };
  /** Papers that were removed, by whom. */
  removed: { title: string; rows: Line[] };
  check: {
    title: string;
    intro: string;
    /** Which of the papers there are. */
    papers: {
      key: string;
      name: string;
      state: string;
      files: { href: string; label: string; note: string }[];
    }[];
    heads: string[];
    rows: { key: string; name: string; cells: CheckCell[]; verdict: string; isDifferent: boolean }[] | null;
    none: string;
  };
}

interface CheckCell {
  text: string;
  isKnown: boolean;
  /** What the machine has read, in which file. */
  read: { label: string; words: string; href: string; file: string }[];
}

/** The page of a shipment's papers: what is required and missing, and what they say side by side. */
export async function papersView(visit: Visit, id: string): Promise<PapersView> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  const { t } = visit;
  const [needs, check] = await Promise.all([
    visit.read(documentNeeds, { shipmentId: id }),
    visit.readOptional(documentCrossCheck, { shipmentId: id }),
  ]);
  return {
    title: t("documents:papers.title", { houseNumber: needs.houseNumber }),
    back: {
      href: withQuery(href("/document/index"), { shipment: id }),
      text: t("documents:ofShipment"),
    },
    required: {
      title: t("documents:papers.required"),
      deadline: deadlineText(visit, needs.deadline),
      rows: needs.papers.map((paper) => rowOf(visit, needs, paper)),
    },
    removed: {
      title: t("documents:papers.removedTitle"),
      rows: needs.removed.map((each) =>
        visit.dated(each.removedAt, (time) =>
          t("documents:papers.removed", {
            name: nameOf(visit, each),
            version: each.version,
            fileName: each.fileName,
            time,
            person: each.removedBy,
          }),
        ),
      ),
    },
    check: checkOf(visit, check),
  };
}

const fileHref = (id: string) => href("/document/detail/:id", { id });

function checkOf(visit: Visit, check: DocumentCrossCheck | null): PapersView["check"] {
  const { t } = visit;
  return {
    title: t("documents:check.title"),
    intro: t("documents:check.intro"),
    papers: (check?.papers ?? []).map(({ paper, state, files }) => ({
      key: paper,
      name: t(`documents:check.${paper}`),
      state: stateText(visit, paper, state),
      files: files.map(({ documentId, fileName, reading }) => ({
        href: fileHref(documentId),
        label: fileName,
        note: t(`documents:check.readings.${reading}`),
      })),
    })),
    heads: [
      t("documents:check.fact"),
      ...comparedPapers.map((paper) => t(`documents:check.${paper}`)),
      t("documents:check.result"),
    ],
    rows:
      check?.rows.map((row) => ({
        key: row.fact,
        name: t(`documents:check.facts.${row.fact}`),
        cells: comparedPapers.map((paper) => cellOf(visit, check, row, paper)),
        verdict: t(`documents:check.verdict.${row.verdict}`),
        isDifferent: row.verdict === "different",
      })) ?? null,
    none: t("documents:check.none"),
  };
}

function stateText(
  { t }: Visit,
  paper: ComparedPaper,
  state: DocumentCrossCheck["papers"][number]["state"],
): string {
  if (state === "none") return t(`documents:check.missing.${paper}`);
  return state === "uploaded" ? "" : t(`documents:check.states.${state}`);
}

function cellOf(
  { t }: Visit,
  { papers }: DocumentCrossCheck,
  { read, ...values }: DocumentCrossCheck["rows"][number],
  paper: ComparedPaper,
): CheckCell {
  const own = read.filter((each) => each.paper === paper);
  const text = values[paper] ?? [...new Set(own.map(({ value }) => value))].join(" / ");
  const there = papers.find((each) => each.paper === paper);
  const lack = { none: "noPaper", uploaded: "notRead", stored: "unknown", made: "unknown" } as const;
  const nameIn = (id: string) => there?.files.find(({ documentId }) => documentId === id)?.fileName ?? id;
  return {
    text: text || t(`documents:check.${lack[there?.state ?? "stored"]}`),
    isKnown: text !== "",
    read: own.map(({ documentId, text: words }) => ({
      label: t("documents:check.read"),
      words: `“${words}”`,
      href: fileHref(documentId),
      file: nameIn(documentId),
    })),
  };
}

function deadlineText(visit: Visit, deadline: DocumentNeeds["deadline"]): Line {
  if (!deadline) return visit.t("documents:papers.noDeadline");
  const time = parseWire(deadline.at);
  const moment = time ? momentOf(time, deadline.timeZone, viewerOf(visit)) : "";
  return aroundTime(moment, (text) => visit.t(`documents:papers.deadline.${deadline.by}`, { time: text }));
}

function rowOf(
  visit: Visit,
  { houseNumber, deadline, takesFiles }: DocumentNeeds,
  { documentType, documentId, deadline: own }: DocumentNeeds["papers"][number],
): PapersView["required"]["rows"][number] {
  const { t } = visit;
  const name = typeText(visit, documentType);
  if (documentId !== null)
    return {
      key: documentType,
      name,
      state: t("documents:papers.there"),
      tone: "good",
      link: {
        href: href("/document/detail/:id", { id: documentId }),
        label: t("documents:papers.open", { name }),
      },
    };
  const isLate = (own ?? deadline)?.isPast ?? false;
  const state = t(isLate ? "documents:papers.overdue" : "documents:papers.missing");
  // Said once above where it is the same.
  const isOwn = own && own.by !== deadline?.by;
  return {
    key: documentType,
    name,
    tone: isLate ? "late" : "open",
    state: isOwn ? t("documents:papers.until", { state, deadline: textOf(deadlineText(visit, own)) }) : state,
    link:
      takesFiles && visit.offers(documentUpload)
        ? {
            href: withQuery(href("/document/add"), { shipment: houseNumber, type: documentType }),
            label: t("documents:papers.add", { name }),
          }
        : null,
  };
}
