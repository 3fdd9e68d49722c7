import {
  documentCrossCheck,
  documentDetail,
  documentFile,
  documentList,
  documentNeeds,
  documentPreview,
  documentRemove,
  documentUpload,
  documentZip,
} from "#app/contract/document.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { documentContents, letGo } from "./content.ts";
import { crossCheck } from "./cross-check.ts";
import { readDocument } from "./detail.ts";
import { needsOf } from "./needs.ts";
import { previewPage } from "./preview.ts";
import { findDocument, listDocuments } from "./read.ts";
import { removeDocument } from "./remove.ts";
import { noteSeen } from "./seen.ts";
import { uploadDocument } from "./upload.ts";
import { zipDocuments } from "./zip.ts";

const look = { reach: "read", anyOf: ["DOCUMENT"] } as const satisfies Needs;
/** Only for roles whose resource urls include the call. */
const take = { ...look, resourceUrl: true } as const satisfies Needs;

/** Everything under /documents. */
export const documentRoutes: Route[] = [
  handleRead(documentList, look, listDocuments),
  handle(documentDetail, look, ({ id }, context) => readDocument(id, context)),
  handle(documentNeeds, look, needsOf),
  handle(documentCrossCheck, look, crossCheck),
  handle(documentFile, take, async ({ id, version, clock }, context) => {
    const document = await findDocument(context.db, context.scope, id);
    const file = await documentContents(context, clock)(document, version);
    await noteSeen(context, [{ id, version: version ?? document.version }]).catch((error) => {
      letGo(file);
      throw error;
    });
    return file;
  }),
  handle(documentUpload, { reach: "act", anyOf: ["DOCUMENT"] }, uploadDocument),
  handle(documentRemove, { reach: "act", anyOf: ["DOCUMENT"] }, removeDocument),
  handle(documentPreview, take, previewPage),
  handle(documentZip, take, zipDocuments),
];
