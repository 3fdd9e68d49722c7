import { z } from "zod";
import {
  checkedFacts,
  comparedPapers,
  paperStates,
  paperTypes,
  paperVerdicts,
  previewStates,
  uploadReadings,
  ZIP_MAX,
} from "./document-code.ts";
import { endpoint } from "./endpoint.ts";
import { absentIs, expected } from "./reading.ts";
import { clockRequest } from "./shipment.ts";
import { cursorPageOf, cursorRequest, wireDateTime, wireDay, wireId, wireMoment } from "./wire.ts";

/** Documents of shipments (product 2): those that the forwarder makes, and those that people upload. */

const documentRow = z.object({
  id: wireId,
  shipmentId: wireId,
  houseNumber: z.string(),
  documentType: z.enum(paperTypes),
  /** Empty when nobody gave one. */
  number: z.string(),
  issuedOn: wireDay,
  fileName: z.string(),
  /** False: the forwarder makes it anew from the shipment whenever it is asked for. */
  isUploaded: z.boolean(),
  /** The latest one; 1 for a document that is made. */
  version: z.number().int(),
  size: z.number().int().nullable(),
  /** Whether this person has saved or opened the latest version; null when the provider does not say. */
  isSeen: z.boolean().nullish(),
  /** Excerpt of a search for words: the words with what stands around them. */
  excerpt: z.string().nullish(),
});
export type DocumentRow = z.infer<typeof documentRow>;

export const TEXT_WORDS_MAX = 100;
export const documentSortKeys = ["date", "shipment", "type"] as const;

export const documentList = endpoint({
  name: "document.list",
  summary: "Documents of the shipments that the caller sees, a page of them",
  neededBy: ["/document/index"],
  path: "/documents/list",
  body: "json",
  request: z.object({
    shipmentId: wireId.optional(),
    documentType: z.enum(paperTypes).optional(),
    isUploaded: z.boolean().optional(),
    dayFrom: z.iso.date().optional(),
    dayTo: z.iso.date().optional(),
    /** Beginning of a number: of the document, or of its shipment, order or container. */
    keyword: z.string().max(50).optional(),
    /**
     * Words in an uploaded PDF or text, or in goods, parties and route of a made document: two Chinese characters or
     * three letters at least.
     */
    text: z.string().max(TEXT_WORDS_MAX).optional(),
    sort: z.enum(documentSortKeys).default("date"),
    direction: z.enum(["asc", "desc"]).default("desc"),
    ...cursorRequest,
  }),
  response: cursorPageOf(documentRow),
});

const removedPaper = z.object({
  documentType: z.enum(paperTypes),
  number: z.string(),
  version: z.number().int(),
  fileName: z.string(),
  removedAt: wireDateTime,
  removedBy: z.string(),
});
export type RemovedPaper = z.infer<typeof removedPaper>;
/** What was removed by whom, the latest first. */
const removed = absentIs(z.array(removedPaper), []);

export const documentDetail = endpoint({
  name: "document.detail",
  summary: "One document with its versions, and who has seen them",
  neededBy: ["/document/detail"],
  path: "/documents/detail",
  request: z.object({ id: wireId }),
  response: documentRow.extend({
    /** The latest first; none of a document that is made. */
    versions: absentIs(
      z.array(
        z.object({
          version: z.number().int(),
          fileName: z.string(),
          size: z.number().int(),
          uploadedAt: wireDateTime,
          uploadedBy: z.string(),
          isScanned: z.boolean(),
          /** Whether the caller may remove it now. */
          canRemove: absentIs(z.boolean(), false),
        }),
      ),
      [],
    ),
    removed,
    /** Whether the caller may remove all its versions now. */
    canRemove: absentIs(z.boolean(), false),
    /** Who has opened or saved which version, the latest first. */
    seen: expected(
      z.array(
        z.object({
          name: z.string(),
          version: z.number().int(),
          firstAt: wireDateTime,
          lastAt: wireDateTime,
        }),
      ),
    ),
    /** Whether the shipment still takes papers. */
    takesFiles: z.boolean(),
    /** Of the latest version: whether its pages are drawn, and how many there are, as far as is known; null: of its kind none are. */
    preview: z
      .object({ state: z.enum(previewStates).nullable(), pages: z.number().int().nullable() })
      .nullish(),
  }),
});
export type DocumentDetail = z.infer<typeof documentDetail.response>;

const version = z.coerce.number().int().min(1).max(100_000).optional();

export const documentFile = endpoint({
  name: "document.file",
  summary: "A version of a document, the latest by default; never shown in place",
  usedBy: ["/document/detail"],
  path: "/documents/file",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId, version, ...clockRequest }),
  response: z.any(),
});

export const documentPreview = endpoint({
  name: "document.preview",
  summary:
    "A page of the latest version as a picture (PNG); the last page when there are fewer. 409 where none can be drawn",
  usedBy: ["/document/detail"],
  path: "/documents/preview",
  answer: "file",
  retries: 0,
  timeoutMs: 90_000,
  request: z.object({
    id: wireId,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    ...clockRequest,
  }),
  response: z.any(),
});

export const DOCUMENT_NUMBER_MAX = 60;

/** Multipart: the fields, and one `file` as a stream. */
export const documentUpload = endpoint({
  name: "document.upload",
  summary: "Add a paper to a shipment that is under way, or a new version of one that was uploaded",
  usedBy: ["/document/detail"],
  path: "/documents/upload",
  body: "multipart",
  isWrite: true,
  request: z
    .object({
      /** The document of which this is a new version. */
      id: wireId.optional(),
      houseNumber: z.string().trim().max(50).optional(),
      documentType: z.enum(paperTypes).optional(),
      number: z.string().trim().max(DOCUMENT_NUMBER_MAX).default(""),
    })
    .refine(({ id, houseNumber }) => id !== undefined || Boolean(houseNumber), { path: ["houseNumber"] })
    .refine(({ id, documentType }) => id !== undefined || documentType !== undefined, {
      path: ["documentType"],
    }),
  response: z.object({
    /** Null when the file was refused. */
    id: wireId.nullable(),
    refused: z.array(z.object({ fileName: z.string(), message: z.string() })),
  }),
});

export const documentRemove = endpoint({
  name: "document.remove",
  summary:
    "Remove a version of an uploaded document, or the document; by those who uploaded it, while the shipment is under way",
  usedBy: ["/document/detail"],
  path: "/documents/remove",
  isWrite: true,
  request: z.object({ id: wireId, version }),
  /** Whether no version is left, so that the document is gone. */
  response: z.object({ isGone: z.boolean() }),
});

export const documentZip = endpoint({
  name: "document.zip",
  summary: `The latest versions of up to ${ZIP_MAX} documents in one zip, as a stream`,
  usedBy: ["/document/index"],
  path: "/documents/zip",
  body: "json",
  answer: "file",
  retries: 0,
  request: z.object({ ids: z.array(wireId).min(1).max(ZIP_MAX), ...clockRequest }),
  response: z.any(),
});

const deadline = z.object({
  at: wireMoment,
  by: z.enum(["DCO", "VCO", "DGC", "ETD"]),
  timeZone: z.string().nullable(),
  isPast: z.boolean(),
});

export const documentNeeds = endpoint({
  name: "document.needs",
  summary: "The papers that a shipment needs, which of them are there, and until when the others have to be",
  neededBy: ["/document/shipment"],
  path: "/documents/needs",
  request: z.object({ shipmentId: wireId }),
  response: z.object({
    shipmentId: wireId,
    houseNumber: z.string(),
    /** The cut-off for documents, else the departure; null while neither is known. */
    deadline: deadline.nullable(),
    takesFiles: z.boolean(),
    papers: z.array(
      z.object({
        documentType: z.enum(paperTypes),
        documentId: wireId.nullable(),
        /** Deadline of a paper with a cut-off of its own that is known; without it, `deadline` holds. */
        deadline: deadline.nullish(),
      }),
    ),
    removed,
  }),
});
export type DocumentNeeds = z.infer<typeof documentNeeds.response>;

const wordsText = z.string().nullable();

export const documentCrossCheck = endpoint({
  name: "document.crossCheck",
  summary: "What booking, packing list, commercial invoice and house bill of a shipment say, side by side",
  usedBy: ["/document/shipment"],
  path: "/documents/crossCheck",
  request: z.object({ shipmentId: wireId }),
  response: z.object({
    /** Which of them there are, in the order of the columns. */
    papers: absentIs(
      z.array(
        z.object({
          paper: z.enum(comparedPapers),
          state: z.enum(paperStates),
          files: z.array(
            z.object({ documentId: wireId, fileName: z.string(), reading: z.enum(uploadReadings) }),
          ),
        }),
      ),
      [],
    ),
    /** A null value is not known, or several files say several. Weights are in kilograms, volumes in cubic metres. */
    rows: z.array(
      z.object({
        fact: z.enum(checkedFacts),
        booking: wordsText,
        packingList: wordsText,
        invoice: wordsText,
        houseBill: wordsText,
        verdict: z.enum(paperVerdicts),
        /** What the machine has read in uploaded files: the value, and the words that stand there. */
        read: absentIs(
          z.array(
            z.object({
              paper: z.enum(comparedPapers),
              documentId: wireId,
              value: z.string(),
              text: z.string(),
            }),
          ),
          [],
        ),
      }),
    ),
  }),
});
export type DocumentCrossCheck = z.infer<typeof documentCrossCheck.response>;
