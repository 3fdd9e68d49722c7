import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { picture, pictureRemove, pictureUpload } from "#app/contract/person.ts";
import { addressId } from "#app/contract/wire.ts";

/** Takes the form with a new picture, or the one that removes it. */
export async function savePicture(visit: Visit, request: Request) {
  const isUpload = (request.headers.get("content-type") ?? "").startsWith("multipart/form-data");
  const result = isUpload
    ? await visit.forwardForm(pictureUpload, request, {
        textOf: (reason) => visit.t(`refusals:notSent.${reason}`),
      })
    : await visit.write(pictureRemove, {}, { key: String((await request.formData()).get("requestId")) });
  if (!result.isDone) {
    const { kind, message } = result.fault;
    return data({ fault: message }, { status: kind === "unavailable" ? 503 : 400 });
  }
  visit.session.flash({ kind: "success", key: isUpload ? "account:pictureSaved" : "account:pictureRemoved" });
  return redirect(href("/account/index"));
}

/** The address changes with the picture, so a browser may keep what it got. */
const KEPT = "private, max-age=31536000, immutable";

/** A person's picture, shown in place: our provider has drawn it, and no other kind of content passes. */
export async function showPicture(visit: Visit, userId: string): Promise<Response> {
  if (!addressId.safeParse(userId).success) throw redirect(href("/404"));
  const answer = await visit.file(picture, { userId });
  if (answer.headers.get("content-type") !== "image/webp") throw redirect(href("/404"));
  return new Response(answer.body, {
    headers: { "content-type": "image/webp", "cache-control": KEPT },
  });
}
