import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { messageDownload, messageUpload } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { faultText, statusOf } from "./write-fault.server.ts";

/** What became of the files of one form. */
export interface FilesReply {
  /** Taken, and named by the message. For the page's script, which writes the message itself. */
  files: { contentUrl: string; name: string }[];
  refused: { fileName: string; message: string }[];
  /** Why none was taken, or why no message names them. */
  fault: string | null;
}

/** Passes a form's files on while they arrive. A field before them says which channel. `key`: of these files, for ever. */
export async function passFilesOn(
  visit: Visit,
  request: Request,
  key: string | undefined,
): Promise<{ reply: FilesReply; status: number }> {
  const result = await visit.passOn(messageUpload, request, {
    key,
    textOf: (reason) => visit.t(`bookings:attachments.${reason}`),
  });
  if (!result.isDone) return failed(result.fault);
  if (!result.data) {
    // Taken, and nobody says where it is: no message can name it.
    const fault = visit.t("bookings:attachments.malformed");
    return { reply: { files: [], refused: [], fault }, status: 503 };
  }
  const { files, refused } = result.data;
  return { reply: { files, refused, fault: null }, status: refused.length > 0 ? 400 : 200 };
}

function failed(fault: WriteFault) {
  return { reply: { files: [], refused: [], fault: faultText(fault) }, status: statusOf(fault) };
}

/** One file of a message, for whoever may read it. */
export async function messageFile(visit: Visit, id: string): Promise<Response> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.file(messageDownload, { id });
}
