import { BegunChoice, type BegunConflict } from "../begun-form.tsx";
import { ErrorSummary, type FaultyForm, type FormReply } from "../form.tsx";
import { type Attributes, PostForm } from "./post-form.tsx";

/**
 * A form with fields that are checked: above it stand the faults of what was sent, or both versions where somebody else was faster.
 */
export function FieldForm({
  form,
  labels,
  answer,
  ...rest
}: Omit<Attributes, "id"> & {
  form: FaultyForm;
  /** Field name to the label of the field. */
  labels: Record<string, string>;
  requestId: string;
  answer?: (Pick<FormReply, "requestId"> & { conflict?: BegunConflict | null }) | null | undefined;
  layout?: React.ComponentProps<typeof PostForm>["layout"];
}) {
  return (
    <div className="flex flex-col gap-4">
      {answer?.conflict ? (
        <BegunChoice conflict={answer.conflict} formId={form.id} />
      ) : (
        <ErrorSummary form={form} labels={labels} />
      )}
      <PostForm {...rest} answer={answer} id={form.id} noValidate />
    </div>
  );
}
