import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListParams } from "#app/components/list/address.ts";
import type { Choice, ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import type { SearchFieldsView } from "#app/components/list/search-field.tsx";
import { columnViews, listView } from "#app/components/list/view.server.ts";
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
import { withQuery } from "#app/lib/with-query.ts";
import { nameOf, typeText } from "./words.server.ts";

const typedDay = z.iso.date().optional().catch(undefined);
const query = listQuery(
  {
    shipment: addressId.optional().catch(undefined),
    origin: choice(["made", "uploaded"]),
    type: choice(paperTypes),
    from: typedDay,
    to: typedDay,
    keyword: words(50),
    text: words(TEXT_WORDS_MAX),
  },
  documentSortKeys,
  "date",
);

interface DocumentLine {
  id: string;
  name: string;
  /** Null when it has no detail page. */
  href: string | null;
  choose: string;
  /** What stands around the words that were searched for. */
  excerpt: string | null;
  cells: string[];
}

export interface DocumentListView extends ListView<DocumentLine> {
  search: SearchFieldsView;
  submit: string;
  /** Null when the role may not save documents. */
  zip: { get: string; hint: string; back: string } | null;
  add: { href: string; label: string } | null;
}

const columns = [
  { key: "type", width: "xxl", sort: "type" },
  { key: "shipment", width: "lg", sort: "shipment" },
  { key: "date", width: "sm", sort: "date" },
  { key: "version", width: "md" },
  { key: "file", width: "xxl" },
] as const;

/** The list for its URL. `may`: what the person's role allows. */
export async function loadDocuments(
  visit: Visit,
  search: URLSearchParams,
  may: { zip: boolean },
): Promise<DocumentListView> {
  const { t } = visit;
  const criteria = query.read(search);
  const { shipment, origin, type, from, to, keyword, text } = criteria.filter;
  const { filter: _, ...page } = criteria;
  const documents = await visit.read(documentList, {
    shipmentId: shipment,
    documentType: type,
    dayFrom: from,
    dayTo: to,
    keyword,
    text,
    isUploaded: origin && origin === "uploaded",
    ...page,
  });
  const base = href("/document/index");
  const params = query.params(criteria);
  return {
    ...listView(visit, { base, params, ...page }, documents, {
      columns: columnViews(columns, (key) => t(`documents:column.${key}`)),
      rows: documents.rows.map((row) => lineOf(row, visit)),
      tabs: [
        ["", t("documents:origin.all")],
        ["made", t("documents:origin.made")],
        ["uploaded", t("documents:origin.uploaded")],
      ],
    }),
    tabName: "origin",
    note: t("documents:dayNote"),
    search: {
      always: may.zip ? 2 : 1,
      more: t("documents:search.more"),
      fields: [
        {
          name: "keyword",
          label: t("documents:search.keyword"),
          value: keyword ?? "",
          type: "search",
          max: 50,
        },
        ...(may.zip
          ? [
              {
                name: "text",
                label: t("documents:search.text"),
                value: text ?? "",
                type: "search" as const,
              },
            ]
          : []),
        { name: "from", label: t("documents:search.from"), value: from ?? "", type: "date" },
        { name: "to", label: t("documents:search.to"), value: to ?? "", type: "date" },
        {
          name: "type",
          label: t("documents:search.type"),
          value: type ?? "",
          type: "choice",
          choices: [
            ["", t("documents:search.allTypes")],
            ...paperTypes.map((each): Choice => [each, typeText(visit, each)]),
          ],
        },
      ],
    },
    submit: t("documents:search.submit"),
    zip:
      may.zip && visit.offers(documentZip)
        ? {
            get: t("documents:zip.get"),
            hint: t("documents:zip.hint", { max: ZIP_MAX }),
            back: withQuery(base, params as Record<string, string>),
          }
        : null,
    add: visit.offers(documentUpload)
      ? { href: addHref(params, documents.rows), label: t("documents:add") }
      : null,
  };
}

/** The form, with the shipment of a list of one shipment filled in. */
const addHref = (params: ListParams, rows: readonly DocumentRow[]): string =>
  withQuery(href("/document/add"), params.shipment && rows[0] ? { shipment: rows[0].houseNumber } : {});

function lineOf(row: DocumentRow, visit: Visit): DocumentLine {
  const { t } = visit;
  const name = nameOf(visit, row);
  const version = t("documents:version", { version: row.version });
  const seen =
    row.isSeen === undefined || row.isSeen === null
      ? []
      : [t(row.isSeen ? "documents:seen" : "documents:notSeen")];
  return {
    excerpt: row.excerpt ?? null,
    id: row.id,
    name,
    choose: t("documents:choose", { name }),
    href: visit.offers(documentDetail) ? href("/document/detail/:id", { id: row.id }) : null,
    cells: [row.houseNumber, row.issuedOn, [version, ...seen].join(", "), row.fileName],
  };
}
