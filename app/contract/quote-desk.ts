import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PRICE_LIMITS } from "./freight-code.ts";
import { quoteDetailData, stateConflict } from "./quote.ts";
import { nothing, wireDateTime, wireDecimal, wireId, wireMoney } from "./wire.ts";

/** A price as typed: it may be unfinished, so that everything is text. */
const typed = (maximum: number) => z.string().max(maximum).default("");
export const draftLine = z.object({
  chargeCode: typed(40),
  description: typed(400),
  unit: typed(80),
  quantity: typed(60),
  price: typed(60),
  amount: typed(60),
  cost: typed(60),
});
export const draftOption = z.object({
  carrierName: typed(200),
  transitDays: typed(20),
  validUntil: typed(40),
  currency: typed(10),
  total: typed(60),
  lines: z.array(draftLine).max(PRICE_LIMITS.lines),
});
export const draftOptions = z.array(draftOption).max(PRICE_LIMITS.options);
export type DraftOption = z.infer<typeof draftOption>;

/** A quote of the same lane that was priced before. */
export const earlierQuote = z.object({
  id: wireId,
  quoteNumber: z.string(),
  companyName: z.string(),
  requestedAt: wireDateTime,
  chargeable: wireDecimal.nullable(),
  chargeableUnit: z.string().nullable(),
  carriers: z.array(z.string()),
  /** Of its first option. */
  total: wireMoney,
});

export const quoteDeskDetail = endpoint({
  name: "quote.deskDetail",
  summary:
    "One quote as the forwarder's desk sees it: with costs, the unsent price, and earlier quotes of its lane",
  neededBy: ["/freightForwarder/quote"],
  path: "/quote/deskDetail",
  access: "staff",
  request: z.object({ id: wireId }),
  response: z.object({
    quote: quoteDetailData,
    company: z.object({ id: wireId, name: z.string() }),
    /** By option, what the forwarder pays for one unit of each line. */
    costs: z.array(z.object({ optionId: wireId, lines: z.array(wireDecimal.nullable()) })),
    draft: z
      .object({
        version: z.number().int(),
        options: draftOptions,
        savedBy: z.string(),
        savedAt: wireDateTime,
      })
      .nullable(),
    /** Newest first. */
    earlier: z.array(earlierQuote),
  }),
});
export type QuoteDeskDetail = z.infer<typeof quoteDeskDetail.response>;

/** Data of the 409 when somebody else has priced the quote, or saved a draft of its price, meanwhile. */
export const priceConflict = stateConflict.extend({
  version: z.number().int(),
  draftVersion: z.number().int(),
});

export const quoteDraftSave = endpoint({
  name: "quote.draftSave",
  summary: "Keep an unfinished price, which the customer does not see",
  usedBy: ["/freightForwarder/quote"],
  path: "/quote/draftSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    version: z.number().int(),
    /** 0: there was none. */
    draftVersion: z.number().int(),
    options: draftOptions,
  }),
  response: nothing,
});

export const WITHDRAW_REASON_MAX = 500;

export const quoteWithdraw = endpoint({
  name: "quote.withdraw",
  summary: "Take a sent price back that nobody has accepted yet; the customer is told the reason",
  usedBy: ["/freightForwarder/quote"],
  path: "/quote/withdraw",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    reason: z.string().trim().min(1).max(WITHDRAW_REASON_MAX),
    version: z.number().int().nullish(),
  }),
  response: nothing,
});
