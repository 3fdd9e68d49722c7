import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { messageDownload, messageUpload } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { faultText, statusOf } from "../write-fault.server.ts";

/** Result of uploading the files of one form. */
export interface FilesReply {
  /** Uploaded and attached to the message; for the page's script, which sends the message itself. */
  files: { contentUrl: string; name: string }[];
  refused: { fileName: string; message: string }[];
  /** Why no file was accepted, or why no message attaches them. */
  fault: string | null;
}

/**
 * Streams a form's files to the provider. A field before them gives the channel. `key` identifies these files
 * permanently.
 */
export async function passFilesOn(
  visit: Visit,
  request: Request,
  key: string | undefined,
): Promise<{ reply: FilesReply; status: number }> {
  const result = await visit.forwardForm(messageUpload, request, {
    key,
    textOf: (reason) => visit.t(`bookings:attachments.${reason}`),
  });
  if (!result.isDone) return failed(result.fault);
  if (!result.data) {
    // Uploaded, but the provider did not return where: no message can attach it.
    const fault = visit.t("bookings:attachments.malformed");
    return { reply: { files: [], refused: [], fault }, status: 503 };
  }
  const { files, refused } = result.data;
  return { reply: { files, refused, fault: null }, status: refused.length > 0 ? 400 : 200 };
}

function failed(fault: WriteFault) {
  return { reply: { files: [], refused: [], fault: faultText(fault) }, status: statusOf(fault) };
}

/** One file of a message, for people who may read it. */
export async function messageFile(visit: Visit, id: string): Promise<Response> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.file(messageDownload, { id });
}
