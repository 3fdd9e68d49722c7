import { href, useNavigation } from "react-router";
import { PageHead } from "#app/components/page/head.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldDescription } from "#app/ui/field.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { UploadField, UploadReply, UploadView } from "./upload.server.ts";

/** Takes one paper for a shipment. Fields come before the file, which is streamed. */
export function UploadForm({
  view: { title, back, of, labels, hint, send, usual, types, numberMax },
  requestId,
  answer,
}: {
  view: UploadView;
  requestId: string;
  answer: UploadReply | undefined;
}) {
  const isPending = useNavigation().state === "submitting";
  const faults = answer?.faults ?? [];
  const attributes = (name: UploadField) => {
    const fault = faults.some(({ field }) => field === name);
    return {
      id: `document-${name}`,
      name,
      "aria-invalid": fault ? true : undefined,
      "aria-describedby":
        [...(fault ? ["document-faults"] : []), ...(name === "file" ? ["document-hint"] : [])].join(" ") ||
        undefined,
    };
  };
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <PageHead title={title} back={back} />
      {of ? <p>{of.text}</p> : null}
      {faults.length > 0 ? (
        <Alert kind="danger" id="document-faults">
          <ul>
            {faults.map(({ field, text }) => (
              <li key={`${field} ${text}`}>
                {field ? (
                  <a href={`#document-${field}`} className="underline">
                    {`${labels[field]}: ${text}`}
                  </a>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <PostForm
        requestId={requestId}
        answer={answer}
        encType="multipart/form-data"
        action={withQuery(href("/document/add"), { id: of?.id })}
      >
        {of ? (
          <input type="hidden" name="id" value={of.id} />
        ) : (
          <>
            <Field label={labels.houseNumber}>
              <Input
                {...attributes("houseNumber")}
                defaultValue={answer?.typed.houseNumber ?? usual.houseNumber}
                maxLength={50}
                autoComplete="off"
                required
              />
            </Field>
            <Field label={labels.documentType}>
              <Select
                {...attributes("documentType")}
                defaultValue={answer?.typed.documentType ?? usual.documentType}
                required
              >
                {types.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={labels.number}>
              <Input
                {...attributes("number")}
                defaultValue={answer?.typed.number}
                maxLength={numberMax}
                autoComplete="off"
              />
            </Field>
          </>
        )}
        <Field label={labels.file}>
          <input {...attributes("file")} type="file" required className="min-h-9 w-full" />
        </Field>
        <FieldDescription id="document-hint">{hint}</FieldDescription>
        <p>
          <Button kind="primary" aria-disabled={isPending || undefined}>
            {send}
          </Button>
        </p>
      </PostForm>
    </div>
  );
}
