import { parse } from "@conform-to/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ErrorSummary } from "#app/components/form.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { forgetPage } from "#app/components/kept-page.ts";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { useRowForm, type WholeForm } from "#app/components/row-form.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { type BookingFields, FORM_ID, keptOver } from "../booking-fields.ts";
import { CargoSection } from "./cargo-section.tsx";
import { ContainerSection } from "./container-section.tsx";
import type { Draft, FormEntries } from "./draft.ts";
import { showInAddress } from "./draft-address.ts";
import { forgetKept } from "./draft-keeper.ts";
import type { Fields } from "./fields.ts";
import type { BookingReply } from "./form.server.ts";
import { AttachButton, FormButtons, MadeBefore } from "./form-buttons.tsx";
import type { FormStart } from "./form-start.server.ts";
import { KeeperStatus } from "./keeper-status.tsx";
import { PartySection } from "./party-section.tsx";
import { RouteSection } from "./route-section.tsx";
import { SectionIndex } from "./section-index.tsx";
import { TermsSection } from "./terms-section.tsx";
import { type FormDraft, useDraft } from "./use-draft.ts";
import { VersionConflict } from "./version-conflict.tsx";

interface FormProps {
  start: FormStart;
  path: string;
  requestId: string;
  answer: BookingReply | undefined;
  /** Field name to label, for the error summary. */
  labels: Record<string, string>;
  backHref: string;
  isTemplate?: boolean;
}

/**
 * The form of a booking draft (product 3.5). Every field may be empty until submission. CSS hides what the
 * chosen mode and service do not need, so that no script is required.
 */
export function BookingForm({ isTemplate = false, ...props }: FormProps) {
  const state = useDraft(props.start, props.answer, { path: props.path, isTemplate });
  return <FormOfDraft key={state.draft.round} {...props} isTemplate={isTemplate} state={state} />;
}

/** The form of one draft. Another draft, or the browser's kept version, mounts a new form. */
function FormOfDraft({
  start,
  path,
  requestId,
  answer,
  labels,
  backHref,
  isTemplate,
  state,
}: FormProps & { isTemplate: boolean; state: FormDraft }) {
  const { t } = useText(["booking-form", "shell"]);
  const { draft } = state;
  const purpose = draft.purpose ?? start.purpose;
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useBookingFields(start, answer, draft);
  const [pathname = path] = path.split("?");
  const storeKey = `${start.owner}:${draft.id ?? `new:${pathname}`}`;
  const sending = useSending(pathname);
  useFocusOnHash(element);
  useEffect(() => {
    if (answer && draft.id && !isTemplate) showInAddress(draft.id, purpose);
  }, [answer, draft.id, isTemplate, purpose]);
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (event.defaultPrevented) return;
    // A saved booking is found in the list, so the next visit starts a new one.
    forgetPage(pathname);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const over = keptOver(submitter?.getAttribute("value") ?? "");
    state.noteSubmit(over === null ? draft.version : Number(over));
  };
  return (
    <>
      {draft.conflict ? (
        <VersionConflict
          conflict={draft.conflict}
          formId={FORM_ID}
          onTakeTheirs={() => forgetKept(storeKey)}
        />
      ) : (
        <ErrorSummary form={form} labels={labels} />
      )}
      {start.made && start.made.id !== draft.id && !draft.conflict ? (
        <MadeBefore made={start.made} path={path} isTemplate={isTemplate} />
      ) : null}
      {start.source ? <Alert kind="info">{start.source}</Alert> : null}
      <PostForm
        requestId={requestId}
        answer={answer}
        layout="plain"
        className="group gap-6 lg:grid lg:grid-cols-[190px_minmax(0,1fr)]"
        action={path}
        ref={element}
        id={form.id}
        noValidate
        onSubmit={onSubmit}
        preventScrollReset
      >
        <HiddenFields draft={draft} purpose={purpose} />
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t("saveDraft")}
        </button>
        <SectionIndex form={element} unfinished={answer ? answer.unfinished : start.unfinished} />
        <div className="flex min-w-0 flex-col gap-4">
          {isTemplate ? (
            <Card>
              <InputField
                field={fields.templateName}
                label={t("templateName")}
                hint={t("shell:form.tooLong", { max: LIMITS.templateName })}
                required
              />
            </Card>
          ) : null}
          <RouteSection fields={fields} places={start.places} />
          <CargoSection fields={fields} form={form} weight={answer ? answer.weight : start.weight} />
          <ContainerSection field={fields.containers} form={form} />
          <PartySection
            fields={fields}
            start={start}
            found={answer?.found}
            onTake={(role, value) => form.update({ name: role, value })}
          />
          <TermsSection fields={fields} start={start} />
          <Actions>
            {isTemplate || purpose !== "draft" ? null : <AttachButton isSending={sending.isSending} />}{" "}
            <ButtonLink to={backHref} kind="quiet">
              {t("cancel")}
            </ButtonLink>
          </Actions>
          <FormBar>
            <FormButtons purpose={purpose} isTemplate={isTemplate} isSending={sending.isSending} />
            {isTemplate ? null : (
              <KeeperStatus
                form={element}
                storeKey={storeKey}
                isKept={purpose === "draft"}
                isUnsaved={draft.kept !== null}
                isPaused={sending.isUnderWay}
                isInConflict={draft.conflict !== null}
                isDone={sending.isDone}
                savedCount={draft.savedCount}
                onSaved={(id, version) => {
                  state.noteSaved(id, version);
                  if (element.current) showInAddress(id, "draft");
                }}
                onRestore={({ entries }) => state.restore(entries)}
              />
            )}
          </FormBar>
        </div>
      </PostForm>
    </>
  );
}

function HiddenFields({ draft, purpose }: { draft: Draft; purpose: string }) {
  return (
    <>
      <input type="hidden" name="id" value={draft.id ?? ""} />
      <input type="hidden" name="version" value={draft.version ?? ""} />
      <input type="hidden" name="draftKey" value={draft.key} />
      <input type="hidden" name="editor" value={draft.editor} />
      <input type="hidden" name="purpose" value={purpose} />
    </>
  );
}

function useBookingFields(
  start: FormStart,
  answer: BookingReply | undefined,
  draft: Draft,
): [form: WholeForm, fields: Fields] {
  const [startFields] = useState(() => (draft.kept ? fieldsOfEntries(draft.kept) : start.fields));
  const isAnswered = answer && answer !== draft.answerBefore;
  const reply = isAnswered ? answer.reply : draft.kept ? null : start.checked;
  return useRowForm<BookingFields, Fields>({
    id: FORM_ID,
    start: { fields: startFields, required: [] },
    answer: reply ? { reply } : undefined,
  });
}

function fieldsOfEntries(entries: FormEntries): BookingFields {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const { payload } = parse(form, { resolve: (value) => ({ value }) });
  return payload as BookingFields;
}

/** Whether the form is being submitted, and whether that leads to another page. */
function useSending(pathname: string) {
  const { state, formMethod, location } = useNavigation();
  const to = state === "loading" && formMethod === "POST" ? location : null;
  return {
    isSending: state === "submitting",
    isUnderWay: state !== "idle",
    isDone: to !== null && (to.pathname !== pathname || new URLSearchParams(to.search).has("merged")),
  };
}

/** Links of the review page focus one field. */
function useFocusOnHash(form: RefObject<HTMLFormElement | null>): void {
  const { hash } = useLocation();
  useEffect(() => {
    const field = hash && document.getElementById(hash.slice(1));
    if (!field || !form.current?.contains(field)) return;
    // Folded fields cannot take the focus.
    for (
      let around = field.closest("details");
      around;
      around = around.parentElement?.closest("details") ?? null
    )
      around.open = true;
    field.focus();
  }, [form, hash]);
}
