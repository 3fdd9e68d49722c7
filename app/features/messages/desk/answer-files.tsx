import { Form, href } from "react-router";
import { PostForm } from "#app/components/page/post-form.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import type { loadAnswerFiles } from "./answer-files.server.ts";

/** The files that go along with a written answer. */
export function AnswerFiles({
  view,
  requestId,
  answer,
}: {
  view: Awaited<ReturnType<typeof loadAnswerFiles>>;
  requestId: string;
  answer: { fault: string; requestId: string | null } | undefined;
}) {
  const { t } = useText("desk-talk-page");
  const here = href("/freightForwarder/answerFiles");
  return (
    <div className="flex max-w-text flex-col gap-4">
      <Card className="flex flex-col gap-3">
        {view.files.length === 0 ? <p className="text-quiet">{t("noFiles")}</p> : null}
        {view.files.map((file) => (
          <PostForm
            key={file.id}
            requestId={requestId}
            answer={answer}
            layout="plain"
            className="flex flex-wrap items-center justify-between gap-2"
          >
            <input type="hidden" name="file" value={file.id} />
            <span className="min-w-0 wrap-anywhere">
              <a href={file.href} className="text-link underline">
                {file.name}
              </a>{" "}
              <span className="text-quiet">{file.about}</span>
            </span>{" "}
            <Button kind="danger" aria-label={t("removeFileNamed", { name: file.name })}>
              {t("removeFile")}
            </Button>
          </PostForm>
        ))}
      </Card>
      {view.room > 0 ? (
        <Card>
          <Form
            method="post"
            encType="multipart/form-data"
            action={withQuery(here, { id: view.id, requestId: answer?.requestId ?? requestId })}
            className="flex flex-col gap-3"
          >
            {/* Comes before the files, which are streamed. */}
            <input type="hidden" name="id" value={view.id} />
            <Field label={t("addFiles")}>
              <Input type="file" name="files" multiple required aria-describedby="answer-files-limits" />
            </Field>
            <p id="answer-files-limits" className="text-quiet">
              {view.limits}
            </p>
            <p>
              <Button kind="primary">{t("uploadFiles")}</Button>
            </p>
          </Form>
        </Card>
      ) : null}
    </div>
  );
}
