import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import {
  type DocumentDetail,
  documentDetail,
  documentFile,
  documentNeeds,
  documentPreview,
  documentRemove,
  documentUpload,
} from "#app/contract/document.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";
import { formatFileSize } from "#app/lib/file-size.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type PreviewView, previewView } from "./preview.server.ts";
import { removalHref } from "./removal-href.ts";
import { nameOf } from "./words.server.ts";

export interface DocumentView {
  title: string;
  /** Null when the role may not save it. */
  save: { href: string; label: string } | null;
  notOpen: string | null;
  facts: { label: string; value: string; href: string | null }[];
  links: { href: string; label: string }[];
  versions: {
    title: string;
    rows: {
      version: number;
      name: string;
      fileName: string;
      href: string | null;
      about: Line;
      remove: { href: string; label: string; name: string } | null;
    }[];
    removed: Line[];
    removeAll: { href: string; label: string } | null;
    add: { href: string; label: string } | null;
    over: string | null;
  } | null;
  preview: PreviewView | null;
  seen: { title: string; none: string; rows: { key: string; text: Line }[] } | null;
}

export async function readDocument(visit: Visit, id: string): Promise<DocumentDetail> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.read(documentDetail, { id });
}

/** The page of a document. `may`: what the person's role allows. */
export async function documentView(
  visit: Visit,
  id: string,
  page: string | null,
  may: { save: boolean; preview: boolean; openShipment: boolean },
): Promise<DocumentView> {
  const { t } = visit;
  const document = await readDocument(visit, id);
  const canSave = may.save && visit.offers(documentFile);
  const file = href("/document/file/:id", { id });
  const fact = (name: "shipment" | "number" | "date" | "origin", value: string, to: string | null = null) =>
    value === "" ? [] : [{ label: t(`documents:facts.${name}`), value, href: to }];
  const shipment =
    may.openShipment && visit.offers(shipmentDetail)
      ? href("/shipments/detail/:id", { id: document.shipmentId })
      : null;
  return {
    title: nameOf(visit, document),
    save: canSave ? { href: file, label: t("documents:save", { name: document.fileName }) } : null,
    notOpen: may.save ? null : t("documents:notOpen"),
    facts: [
      ...fact("shipment", document.houseNumber, shipment),
      ...fact("number", document.number),
      ...fact("date", document.issuedOn),
      ...fact("origin", t(document.isUploaded ? "documents:facts.uploaded" : "documents:facts.made")),
    ],
    links: [
      {
        href: withQuery(href("/document/index"), { shipment: document.shipmentId }),
        label: t("documents:ofShipment"),
      },
      ...(visit.offers(documentNeeds)
        ? [
            {
              href: href("/document/shipment/:id", { id: document.shipmentId }),
              label: t("documents:papers.link"),
            },
          ]
        : []),
    ],
    versions: document.isUploaded ? versionsView(visit, document, canSave ? file : null) : null,
    preview:
      may.preview && visit.offers(documentPreview)
        ? previewView(visit, document, page, nameOf(visit, document))
        : null,
    seen: document.seen && {
      title: t("documents:seenBy.title"),
      none: t("documents:seenBy.none"),
      rows: document.seen.map(({ name, version, firstAt, lastAt }, index) => ({
        key: `${index}`,
        text:
          firstAt === lastAt
            ? visit.dated(firstAt, (time) => t("documents:seenBy.line", { name, version, time }))
            : visit.dated(lastAt, (last) =>
                t("documents:seenBy.again", { name, version, first: visit.stamp(firstAt), last }),
              ),
      })),
    },
  };
}

function versionsView(visit: Visit, document: DocumentDetail, file: string | null): DocumentView["versions"] {
  const { t, language } = visit;
  return {
    title: t("documents:versions.title"),
    rows: document.versions.map((each) => ({
      version: each.version,
      name: t("documents:version", { version: each.version }),
      fileName: each.fileName,
      href: file && withQuery(file, { version: String(each.version) }),
      about: visit.dated(each.uploadedAt, (time) =>
        [
          t("documents:versions.line", { time, name: each.uploadedBy }),
          formatFileSize(each.size, language),
          t(each.isScanned ? "documents:versions.scanned" : "documents:versions.notScanned"),
        ].join(" · "),
      ),
      remove:
        each.canRemove && document.versions.length > 1 && visit.offers(documentRemove)
          ? {
              href: removalHref(document.id, each.version),
              label: t("documents:versions.remove"),
              name: t("documents:versions.removeNamed", { version: each.version }),
            }
          : null,
    })),
    removed: document.removed.map(({ version, fileName, removedAt, removedBy }) =>
      visit.dated(removedAt, (time) =>
        t("documents:versions.removed", { version, fileName, time, name: removedBy }),
      ),
    ),
    removeAll:
      document.canRemove && visit.offers(documentRemove)
        ? { href: removalHref(document.id), label: t("documents:remove.link") }
        : null,
    add:
      document.takesFiles && visit.offers(documentUpload)
        ? { href: withQuery(href("/document/add"), { id: document.id }), label: t("documents:versions.add") }
        : null,
    over: document.takesFiles ? null : t("documents:versions.over"),
  };
}

/** A version as a stream; browsers save it and never display it. */
export async function documentDownload(visit: Visit, id: string, version: string | null): Promise<Response> {
  const isSound = addressId.safeParse(id).success && /^([1-9]\d{0,4})?$/.test(version ?? "");
  if (!isSound) throw redirect(href("/404"));
  return visit.file(
    documentFile,
    { id, version: version || undefined, clock: visit.clock.named },
    async () => {
      const { fileName, versions } = await visit.read(documentDetail, { id });
      return versions.find((each) => String(each.version) === version)?.fileName ?? fileName;
    },
  );
}
