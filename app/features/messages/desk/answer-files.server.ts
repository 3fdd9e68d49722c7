import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import {
  deskAnswerFile,
  deskAnswerFileRemove,
  deskAnswers,
  deskAnswerUpload,
} from "#app/contract/desk-talk.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { MESSAGE_FILE_BYTES } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { formatFileSize, MEGABYTE } from "#app/lib/file-size.ts";
import { answerFilesHref } from "../address.ts";

const answerIn = (url: URL) => addressId.safeParse(url.searchParams.get("id") ?? "").data ?? null;

/** The files of the answer that the address names. Throws as `visit.read`, and to the answers where there is none. */
export async function loadAnswerFiles(visit: Visit, url: URL) {
  const { t, language } = visit;
  const id = answerIn(url);
  const { answers } = await visit.read(deskAnswers, {});
  const answer = answers.find((each) => each.id === id);
  if (!answer) throw redirect(href("/freightForwarder/answers"));
  return {
    id: answer.id,
    title: t("desk-talk:filesTitle", { name: answer.name }),
    files: answer.files.map((file) => ({
      ...file,
      about: formatFileSize(file.size, language),
      href: href("/freightForwarder/answerFile/:id", { id: file.id }),
    })),
    room: LIMITS.attachments - answer.files.length,
    limits: t("bookings:attachments.limits", {
      count: LIMITS.attachments,
      size: MESSAGE_FILE_BYTES / MEGABYTE,
    }),
  };
}

/** A form with files adds them, any other removes the one that it names. */
export async function changeAnswerFiles(visit: Visit, request: Request, url: URL) {
  const id = answerIn(url);
  if (!id) return redirect(href("/freightForwarder/answers"));
  const isUpload = (request.headers.get("content-type") ?? "").startsWith("multipart/form-data");
  return isUpload ? addFiles(visit, request, url, id) : removeFile(visit, await request.formData(), id);
}

async function addFiles(visit: Visit, request: Request, url: URL, id: string) {
  const key = url.searchParams.get("requestId") ?? "";
  const result = await visit.forwardForm(deskAnswerUpload, request, {
    key: key || undefined,
    textOf: (reason) => visit.t(`bookings:attachments.${reason}`),
  });
  if (!result.isDone) return refusedPress(result.fault, key);
  const refused = result.data?.refused ?? [];
  if (refused.length > 0)
    return data(
      {
        fault: refused.map(({ fileName, message }) => `${fileName}: ${message}`).join("; "),
        requestId: null as string | null,
      },
      { status: 400 },
    );
  visit.session.flash({ kind: "success", key: "desk-talk:filesAdded" });
  return redirect(answerFilesHref(id));
}

async function removeFile(visit: Visit, form: FormData, id: string) {
  const key = String(form.get("requestId"));
  const fileId = addressId.safeParse(form.get("file")).data;
  if (!fileId) return redirect(answerFilesHref(id));
  const result = await visit.write(deskAnswerFileRemove, { id, fileId }, { key: `${key}:${fileId}` });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "desk-talk:fileRemoved" });
  return redirect(answerFilesHref(id));
}

/** One file as a stream; browsers save it and never display it. */
export async function answerFile(visit: Visit, id: string): Promise<Response> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.file(deskAnswerFile, { id });
}
