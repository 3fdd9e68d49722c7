import { useState } from "react";
import { useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ErrorSummary } from "#app/components/form.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { KnownPlaces } from "#app/components/place-field.server.ts";
import { useRowForm } from "#app/components/row-form.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { RequestConflictView, SentBefore } from "./conflict.tsx";
import { ContainersSection } from "./containers.tsx";
import { type Fields, FORM_ID, type RequestFields } from "./fields.ts";
import { FreightSection } from "./freight.tsx";
import { GoodsSection } from "./goods.tsx";
import { inOrder, useRequestLabels } from "./labels.ts";
import { PackagesSection } from "./packages.tsx";
import type { RequestReply, RequestStart } from "./request.server.ts";
import { RouteSection } from "./route.tsx";

type Start = Pick<RequestStart, "fields" | "weight" | "editor" | "made" | "required">;

/**
 * Requests a price, or changes a request. CSS hides what the chosen mode and service do not need, so that no
 * script is required.
 */
export function RequestForm({
  start,
  places,
  requestId,
  answer,
  cancelHref,
  isChange,
  version,
}: {
  start: Start;
  places: KnownPlaces;
  requestId: string;
  answer: RequestReply | undefined;
  cancelHref: string;
  isChange: boolean;
  version: number | null;
}) {
  const { t } = useText("quote-form");
  const navigation = useNavigation();
  const [form, fields] = useRowForm<RequestFields, Fields>({ id: FORM_ID, start, answer });
  // A form that is shown again keeps its id and the version that it is based on.
  const posted = (name: "editor" | "version") => {
    const value = answer?.reply.initialValue?.[name];
    return typeof value === "string" ? value : "";
  };
  const [editor] = useState(posted("editor") || start.editor);
  const typedOver = posted("version") || version;
  const labels = useRequestLabels(
    fields.packages.getFieldList().length,
    fields.containers.getFieldList().length,
  );
  return (
    <>
      {answer?.conflict ? (
        <RequestConflictView conflict={answer.conflict} formId={FORM_ID} />
      ) : (
        <ErrorSummary form={{ id: form.id, allErrors: inOrder(form.allErrors, labels) }} labels={labels} />
      )}
      {start.made && !answer?.conflict ? <SentBefore made={start.made} /> : null}
      <PostForm
        requestId={requestId}
        answer={answer}
        className="group"
        id={form.id}
        noValidate
        onSubmit={form.onSubmit}
        preventScrollReset
      >
        {typedOver === null ? null : <input type="hidden" name="version" value={typedOver} />}
        <input type="hidden" name="editor" value={editor} />
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t("submit")}
        </button>
        <FreightSection fields={fields} />
        <RouteSection fields={fields} places={places} />
        <PackagesSection fields={fields} form={form} weight={answer ? answer.weight : start.weight} />
        <ContainersSection field={fields.containers} form={form} />
        <GoodsSection fields={fields} />
        <FormBar>
          <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
            {isChange ? t("save") : t("submit")}
          </Button>
          <ButtonLink to={cancelHref}>{t("cancel")}</ButtonLink>
        </FormBar>
      </PostForm>
    </>
  );
}
