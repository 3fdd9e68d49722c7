import type { InvoiceStatus } from "#app/contract/invoice-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { RoundingRule } from "#app/lib/invoice-sum.ts";

type Texts = Record<Language, string>;

/** Titles of the documents. */
export const titles = {
  INVOICE: { en: "Invoice", zh: "账单" },
  CREDIT_NOTE: { en: "Credit note", zh: "贷记通知单" },
  statement: { en: "Statement of account", zh: "对账单" },
  PAYMENT: { en: "Payment", zh: "付款" },
  REFUND: { en: "Refund", zh: "退款" },
} satisfies Record<string, Texts>;

/** Words of the PDFs and headings of the spreadsheets. */
export const invoiceTexts = {
  number: { en: "Number", zh: "编号" },
  title: { en: "Billing title", zh: "账单抬头" },
  kind: { en: "Type", zh: "类型" },
  invoiceDate: { en: "Invoice date", zh: "开票日期" },
  dueDate: { en: "Due date", zh: "到期日" },
  houseNumber: { en: "House no.", zh: "分单号" },
  booking: { en: "Booking no.", zh: "订舱号" },
  customer: { en: "Customer", zh: "客户" },
  currency: { en: "Currency", zh: "币种" },
  amount: { en: "Amount", zh: "金额" },
  status: { en: "Status", zh: "状态" },
  outstanding: { en: "Left to pay", zh: "未付" },
  credits: { en: "Credit for", zh: "对应账单" },
  lines: { en: "Charges", zh: "费用" },
  code: { en: "Code", zh: "代码" },
  description: { en: "Description", zh: "说明" },
  quantity: { en: "Quantity", zh: "数量" },
  price: { en: "Price", zh: "单价" },
  discount: { en: "Discount", zh: "折扣" },
  taxRate: { en: "Tax", zh: "税率" },
  rounding: { en: "Rounding", zh: "取整方式" },
  issuer: { en: "Issued by", zh: "开票方" },
  taxNumber: { en: "Tax no.", zh: "税号" },
  payment: { en: "How to pay", zh: "付款方式" },
  net: { en: "Net", zh: "净额" },
  tax: { en: "Tax", zh: "税额" },
  total: { en: "Total", zh: "合计" },
  note: { en: "Note", zh: "备注" },
  reference: { en: "Reference", zh: "参考号" },
  date: { en: "Date", zh: "日期" },
  period: { en: "Period", zh: "期间" },
  opening: { en: "Opening balance", zh: "期初余额" },
  closing: { en: "Closing balance", zh: "期末余额" },
  balance: { en: "Balance", zh: "余额" },
  entries: { en: "Entries", zh: "明细" },
} satisfies Record<string, Texts>;
/** How the sums follow from the lines, in the page's words. */
export const roundings: Record<RoundingRule, Texts> = {
  LINE: { en: "by line", zh: "按行" },
  DOCUMENT: { en: "by document", zh: "按单据" },
};

export const sentences = {
  tax: { en: "Tax {percent} % of {base}", zh: "税率 {percent} %，计税金额 {base}" },
  recount: {
    en: "These figures are the issuer's. A recount of the lines gives net {net}, tax {tax}, total {total}.",
    zh: "以上为开票方的数字。按各行重新计算：净额 {net}，税额 {tax}，合计 {total}。",
  },
} satisfies Record<string, Texts>;

export type InvoiceTextKey = keyof typeof invoiceTexts;

const statusTexts: Record<InvoiceStatus, Texts> = {
  OPEN: { en: "Open", zh: "未付" },
  PART_PAID: { en: "Part paid", zh: "部分付款" },
  PAID: { en: "Paid", zh: "已付" },
  CREDITED: { en: "Credited", zh: "已贷记" },
  CREDIT: { en: "Credit note", zh: "贷记通知单" },
};
const overdue: Texts = { en: "Overdue", zh: "逾期" };
const disputed: Texts = { en: "{status}, disputed", zh: "{status}，有异议" };

/** A status in the words of the list: an overdue invoice says so, and a disputed one besides. */
export function statusText(
  row: { status: InvoiceStatus; daysOver?: number | null | undefined; hasOpenDispute?: boolean | undefined },
  language: Language,
): string {
  const text = row.daysOver ? overdue[language] : statusTexts[row.status][language];
  return row.hasOpenDispute ? disputed[language].replace("{status}", text) : text;
}
