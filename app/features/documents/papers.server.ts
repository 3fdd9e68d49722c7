import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import {
  type DocumentNeeds,
  documentCrossCheck,
  documentNeeds,
  documentUpload,
} from "#app/contract/document.ts";
import { addressId } from "#app/contract/wire.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { formatTime, offsetOf, parseWire, WIRE_ZONE } from "#app/lib/date-time.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { nameOf, typeText } from "./words.server.ts";

export interface PapersView {
  title: string;
  back: { href: string; label: string };
  required: {
    title: string;
    deadline: string;
    rows: {
      key: string;
      name: string;
      state: string;
      tone: "good" | "open" | "late";
      link: { href: string; label: string } | null;
    }[];
  };
  /** Papers that were removed, by whom. */
  removed: { title: string; rows: string[] };
  check: {
    title: string;
    intro: string;
    heads: string[];
    rows: { key: string; name: string; cells: string[]; verdict: string; isDifferent: boolean }[] | null;
    none: string;
  };
}

/** The page of a shipment's papers: what is required and missing, and what they say side by side. */
export async function papersView(visit: Visit, id: string): Promise<PapersView> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  const { t } = visit;
  const [needs, check] = await Promise.all([
    visit.read(documentNeeds, { shipmentId: id }),
    visit.readBeside(documentCrossCheck, { shipmentId: id }),
  ]);
  const unknown = t("documents:check.unknown");
  return {
    title: t("documents:papers.title", { houseNumber: needs.houseNumber }),
    back: {
      href: withQuery(href("/document/index"), { shipment: id }),
      label: t("documents:ofShipment"),
    },
    required: {
      title: t("documents:papers.required"),
      deadline: deadlineText(visit, needs.deadline),
      rows: needs.papers.map((paper) => rowOf(visit, needs, paper)),
    },
    removed: {
      title: t("documents:papers.removedTitle"),
      rows: needs.removed.map((each) =>
        t("documents:papers.removed", {
          ...{ name: nameOf(visit, each), version: each.version, fileName: each.fileName },
          ...{ time: visit.stamp(each.removedAt), person: each.removedBy },
        }),
      ),
    },
    check: {
      title: t("documents:check.title"),
      intro: t("documents:check.intro"),
      heads: [
        ...[t("documents:check.fact"), t("documents:check.booking"), t("documents:check.packingList")],
        ...[t("documents:check.invoice"), t("documents:check.houseBill"), t("documents:check.result")],
      ],
      rows:
        check?.rows.map(({ fact, booking, packingList, invoice, houseBill, verdict }) => ({
          ...{ key: fact, name: t(`documents:check.facts.${fact}`) },
          cells: [booking, packingList, invoice, houseBill].map((value) => value ?? unknown),
          ...{ verdict: t(`documents:check.verdict.${verdict}`), isDifferent: verdict === "different" },
        })) ?? null,
      none: t("documents:check.none"),
    },
  };
}

function deadlineText(visit: Visit, deadline: DocumentNeeds["deadline"]): string {
  if (!deadline) return visit.t("documents:papers.noDeadline");
  const time = parseWire(deadline.at);
  const zone = zoneOnClock(visit.clock.named, deadline.timeZone ?? WIRE_ZONE);
  const text = formatTime(time, zone) ?? "";
  const shown = !time || time.isDayOnly ? text : `${text.slice(0, 16)} UTC${offsetOf(time.at, zone)}`;
  return visit.t(`documents:papers.deadline.${deadline.by}`, { time: shown });
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
      ...{ key: documentType, name, state: t("documents:papers.there"), tone: "good" },
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
    ...{ key: documentType, name, tone: isLate ? "late" : "open" },
    state: isOwn ? t("documents:papers.until", { state, deadline: deadlineText(visit, own) }) : state,
    link:
      takesFiles && visit.offers(documentUpload)
        ? {
            href: withQuery(href("/document/add"), { shipment: houseNumber, type: documentType }),
            label: t("documents:papers.add", { name }),
          }
        : null,
  };
}
