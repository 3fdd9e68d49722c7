import { useRef } from "react";
import { answeredField, inputProps } from "#app/components/field-props.ts";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldDescription, FieldLabel } from "#app/ui/field.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { type Upload, useUploads } from "./attachment-upload.ts";
import type { AttachmentsView } from "./attachments.server.ts";
import { attachmentsHref } from "./booking-fields.ts";

const LIMITS_ID = "files-limits";

/** The files of a booking: download, upload with progress, removal while it is a draft. */
export function Attachments({ view, requestId }: { view: AttachmentsView; requestId: string }) {
  const { t } = useText("booking-view");
  return (
    <Section title={t("attachments")} id="attachments">
      {view.files.length === 0 ? <p className="text-quiet">{t("files.none")}</p> : null}
      {view.files.length > 0 ? (
        <ul>
          {view.files.map((file) => (
            <li
              key={file.id}
              className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
            >
              <span>
                <a href={file.href} className="wrap-anywhere text-link underline" download>
                  {file.name}
                </a>
                <span className="block text-xs text-quiet">{file.about}</span>
              </span>
              {view.canRemove ? (
                <PostForm
                  requestId={requestId}
                  layout="plain"
                  className="print:hidden"
                  action={attachmentsHref(view.bookingId)}
                >
                  <input type="hidden" name="attachmentId" value={file.id} />
                  <Button kind="quiet" size="small" aria-label={t("files.removeNamed", { name: file.name })}>
                    {t("files.remove")}
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {view.canAdd && view.room > 0 ? <AddFiles view={view} requestId={requestId} /> : null}
      {view.canAdd && view.room <= 0 ? <p className="text-quiet">{view.limits}</p> : null}
    </Section>
  );
}

function AddFiles({ view, requestId }: { view: AttachmentsView; requestId: string }) {
  const { t } = useText("booking-view");
  const { bookingId, room, limits } = view;
  const input = useRef<HTMLInputElement>(null);
  const { uploads, sendAll, isSending } = useUploads(bookingId, room, {
    tooLarge: t("files.tooLarge"),
    tooMany: t("files.tooMany"),
    failed: t("files.failed"),
    signedOut: t("files.signedOut"),
  });
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = [...(input.current?.files ?? [])];
    if (isSending || chosen.length === 0) return;
    event.currentTarget.reset();
    void sendAll(chosen);
  };
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={`${attachmentsHref(bookingId)}&requestId=${encodeURIComponent(requestId)}`}
      onSubmit={onSubmit}
      className="flex flex-col gap-2 print:hidden"
    >
      <input type="hidden" name="id" value={bookingId} />
      <FieldLabel htmlFor="files">{t("files.add")}</FieldLabel>
      <FieldDescription id={LIMITS_ID}>{limits}</FieldDescription>
      <Actions>
        <input
          ref={input}
          {...inputProps(answeredField({ id: "files", name: "file" }), "file", LIMITS_ID)}
          multiple
          required
          className="min-h-9 w-full max-w-narrow"
        />
        <Button aria-disabled={isSending}>{t("files.send")}</Button>
      </Actions>
      {uploads.length > 0 ? (
        <ul role="status">
          {uploads.map((upload) => (
            <li key={upload.key} className="border-b border-line py-2">
              <UploadLine upload={upload} />
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}

function UploadLine({ upload: { name, percent, state, reason } }: { upload: Upload }) {
  const { t } = useText("booking-view");
  const isOver = state === "refused" || state === "failed";
  return (
    <>
      <span className="wrap-anywhere">{name}</span>{" "}
      <span className={isOver ? "text-danger" : "text-quiet"}>
        {isOver ? reason : t(`files.state.${state}`)}
      </span>
      {state === "sending" ? (
        <Progress value={percent} label={name} className="block w-full max-w-narrow" />
      ) : null}
    </>
  );
}

/** Lists the refused files of a form posted without scripts. */
export function RefusedFiles({ files }: { files: { fileName: string; message: string }[] }) {
  return (
    <ul>
      {files.map(({ fileName, message }) => (
        <li key={fileName + message}>
          {fileName}: {message}
        </li>
      ))}
    </ul>
  );
}
