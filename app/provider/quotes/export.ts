import type { z } from "zod";
import type { quoteRow } from "#app/contract/quote.ts";
import type { Language } from "#app/contract/user.ts";
import { amountText } from "#app/lib/amount-text.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { maySeeCharges } from "../access/charges.ts";
import { freightWords } from "../freight/words.ts";
import { type FileColumn, listFile } from "../output/list-file.ts";
import { quotes } from "./list.ts";

type Row = z.input<typeof quoteRow>;

const statuses: Record<QuoteStatus, Record<Language, string>> = {
  NEW: { en: "New", zh: "待报价" },
  AWAITING_AUTHORIZATION: { en: "Awaiting authorization", zh: "待授权" },
  READY_TO_BOOK: { en: "Ready to book", zh: "可订舱" },
  ACCEPTED: { en: "Accepted", zh: "已接受" },
  REJECTED: { en: "Rejected", zh: "已拒绝" },
  EXPIRED: { en: "Expired", zh: "已过期" },
};

const charges: FileColumn<Row>[] = [
  {
    heading: { en: "Total charges", zh: "总费用" },
    width: 16,
    kind: "money",
    cell: ({ totalCharges }) =>
      totalCharges ? amountText(totalCharges.amount, totalCharges.currency) : null,
  },
  { heading: { en: "Currency", zh: "币种" }, width: 10, cell: (row) => row.totalCharges?.currency ?? null },
];

const columnsOf = (hasCharges: boolean): FileColumn<Row>[] => [
  { heading: { en: "Quote", zh: "报价号" }, width: 20, cell: (row) => row.quoteNumber },
  { heading: { en: "Tag", zh: "标签" }, width: 24, cell: (row) => row.tag },
  {
    heading: { en: "Status", zh: "状态" },
    width: 24,
    cell: (row, language) => statuses[row.status][language],
  },
  {
    heading: { en: "Mode, service", zh: "运输方式、服务" },
    width: 28,
    cell: (row, language) => freightWords(row.freightMode, row.service, language),
  },
  { heading: { en: "Origin", zh: "起运地" }, width: 24, cell: (row) => row.origin },
  { heading: { en: "Destination", zh: "目的地" }, width: 24, cell: (row) => row.destination },
  { heading: { en: "Pieces", zh: "件数" }, width: 10, cell: (row) => row.totals.pieces ?? null },
  {
    heading: { en: "Gross weight (KG)", zh: "毛重 (KG)" },
    width: 18,
    kind: "decimal",
    cell: (row) => row.totals.grossKg ?? null,
  },
  {
    heading: { en: "Volume (CBM)", zh: "体积 (CBM)" },
    width: 14,
    kind: "decimal",
    cell: (row) => row.totals.volumeCbm ?? null,
  },
  ...(hasCharges ? charges : []),
  {
    heading: { en: "Valid until", zh: "有效期至" },
    width: 24,
    kind: "moment",
    cell: (row) => row.validUntil,
  },
  { heading: { en: "Requested", zh: "询价时间" }, width: 24, kind: "moment", cell: (row) => row.requestedAt },
];

export const exportQuotes = listFile(quotes, {
  name: "quotes",
  sheet: { en: "Quotes", zh: "报价" },
  columns: (_, { caller }) => columnsOf(maySeeCharges(caller)),
});
