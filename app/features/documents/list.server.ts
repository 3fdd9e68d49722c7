import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListParams } from "#app/components/list/address.ts";
import { type DefinedView, defineList } from "#app/components/list/define.server.ts";
import type { Choice, FilteredView } from "#app/components/list/list-view.ts";
import { choice, typedDay, words } from "#app/components/list/query.server.ts";
import { searchView } from "#app/components/list/search-view.server.ts";
import {
  type DocumentRow,
  documentDetail,
  documentList,
  documentSortKeys,
  documentUpload,
  documentZip,
  TEXT_WORDS_MAX,
} from "#app/contract/document.ts";
import { paperTypes, ZIP_MAX } from "#app/contract/document-code.ts";
import { addressId } from "#app/contract/wire.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { nameOf, typeText } from "./words.server.ts";

const documents = defineList({
  path: href("/document/index"),
  call: documentList,
  filters: {
    shipment: addressId.optional().catch(undefined),
    origin: choice(["made", "uploaded"]),
    type: choice(paperTypes),
    from: typedDay,
    to: typedDay,
    keyword: words(50),
    text: words(TEXT_WORDS_MAX),
  },
  sorts: documentSortKeys,
  usual: "date",
  request: ({ shipment, origin, type, from, to, keyword, text }) => ({
    shipmentId: shipment,
    documentType: type,
    dayFrom: from,
    dayTo: to,
    keyword,
    text,
    isUploaded: origin && origin === "uploaded",
  }),
  columns: [
    { key: "type", width: "xxl", sort: "type" },
    { key: "shipment", width: "lg", sort: "shipment", cell: (row) => row.houseNumber },
    { key: "date", width: "sm", sort: "date", cell: (row) => row.issuedOn },
    { key: "version", width: "md", cell: (row, visit) => versionText(visit, row) },
    { key: "file", width: "xxl", cell: (row) => row.fileName },
  ],
  heading: (key, { t }) => t(`documents:column.${key}`),
  tabs: ({ t }) => [
    ["", t("documents:origin.all")],
    ["made", t("documents:origin.made")],
    ["uploaded", t("documents:origin.uploaded")],
  ],
  tabName: "origin",
  note: ({ t }) => t("documents:dayNote"),
});

interface DocumentLine {
  id: string;
  name: string;
  /** Null when it has no detail page. */
  href: string | null;
  choose: string;
  /** What stands around the words that were searched for. */
  excerpt: string | null;
  cells: Line[];
}

export interface DocumentListView extends DefinedView<DocumentLine> {
  filters: FilteredView;
  /** Null when the role may not save documents. */
  zip: { get: string; hint: string; back: string } | null;
  add: { href: string; label: string } | null;
}

/** The list for its URL. `may`: what the person's role allows. */
export async function loadDocuments(
  visit: Visit,
  search: URLSearchParams,
  may: { zip: boolean },
): Promise<DocumentListView> {
  const { t } = visit;
  const { view, answer, params } = await documents.load(visit, search, {
    row: (row) => lineOf(row, visit),
  });
  return {
    ...view,
    filters: searchView(view, search, t("documents:search.filters"), [
      { name: "keyword", label: t("documents:search.keyword") },
      ...(may.zip ? [{ name: "text", label: t("documents:search.text") }] : []),
      { name: "from", label: t("documents:search.from"), kind: "day" },
      { name: "to", label: t("documents:search.to"), kind: "day" },
      {
        name: "type",
        label: t("documents:search.type"),
        kind: "choice",
        choices: paperTypes.map((each): Choice => [each, typeText(visit, each)]),
      },
    ]),
    zip:
      may.zip && visit.offers(documentZip)
        ? {
            get: t("documents:zip.get"),
            hint: t("documents:zip.hint", { max: ZIP_MAX }),
            back: withQuery(view.base, params),
          }
        : null,
    add: visit.offers(documentUpload)
      ? { href: addHref(params, answer.rows), label: t("documents:add") }
      : null,
  };
}

/** The form, with the shipment of a list of one shipment filled in. */
const addHref = (params: ListParams, rows: readonly DocumentRow[]): string =>
  withQuery(href("/document/add"), params.shipment && rows[0] ? { shipment: rows[0].houseNumber } : {});

function versionText({ t }: Visit, { version, isSeen }: DocumentRow): string {
  const seen =
    isSeen === undefined || isSeen === null ? [] : [t(isSeen ? "documents:seen" : "documents:notSeen")];
  return [t("documents:version", { version }), ...seen].join(", ");
}

function lineOf(row: DocumentRow, visit: Visit): Omit<DocumentLine, "cells"> {
  const name = nameOf(visit, row);
  return {
    excerpt: row.excerpt ?? null,
    id: row.id,
    name,
    choose: visit.t("documents:choose", { name }),
    href: visit.offers(documentDetail) ? href("/document/detail/:id", { id: row.id }) : null,
  };
}
