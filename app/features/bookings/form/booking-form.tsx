import { type FieldMetadata, type FormMetadata, parse, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { CargoWeight } from "#app/components/cargo-weight.tsx";
import { ErrorSummary, Field, RequestId } from "#app/components/form.tsx";
import { forgetPage, keptEntries } from "#app/components/kept-page.ts";
import { Choice, MeasureFields, newMeasuredRow } from "#app/components/measure-fields.tsx";
import { decimalField } from "#app/components/number-field.ts";
import { RowEditor } from "#app/components/row-editor.tsx";
import type { AddressEntry, BookingOptions } from "#app/contract/booking.ts";
import {
  bookingPaymentTypes,
  bookingServiceLevels,
  cargoTypes,
  customsDeclarations,
  dangerousClasses,
  equipmentTypes,
  LIMITS,
  packingGroups,
  partyRoles,
  services,
  trades,
  transportModes,
  transshipmentPreferences,
} from "#app/contract/freight-code.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { incoterms } from "#app/lib/incoterms.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Select, TextArea } from "#app/ui/input.tsx";
import {
  type BookingFields,
  FORM_ID,
  keptOver,
  type PartyFields,
  type TextFieldName,
} from "../booking-fields.ts";
import { showInAddress } from "./draft-address.ts";
import { forgetKept, type KeptDraft } from "./draft-keeper.ts";
import type { BookingReply } from "./form.server.ts";
import type { FormStart } from "./form-start.server.ts";
import { KeeperStatus } from "./keeper-status.tsx";
import { VersionConflict } from "./version-conflict.tsx";

type TextField = FieldMetadata<string | undefined>;
type Fields = { [Name in TextFieldName]: TextField } & {
  shipper: PartyField;
  consignee: PartyField;
  notifyParty: PartyField;
  templateName: TextField;
  hasOriginTrucking: TextField;
  hasDestinationTrucking: TextField;
  cargo: RowsField;
  containers: RowsField;
};
type PartyField = FieldMetadata<PartyFields> & { getFieldset: () => Record<keyof PartyFields, TextField> };
type RowField = FieldMetadata<Record<string, string | undefined>> & {
  getFieldset: () => Record<string, TextField>;
};
type RowsField = FieldMetadata<Record<string, string | undefined>[]> & { getFieldList: () => RowField[] };

interface FormProps {
  start: FormStart;
  path: string;
  requestId: string;
  answer: BookingReply | undefined;
  /** Field name to label, for the summary of faults. */
  labels: Record<string, string>;
  backHref: string;
  isTemplate?: boolean;
}

/**
 * The booking as it grows (spec 3 "Booking"). Everything may stay empty until it is submitted. What a mode or service
 * does not need is hidden by the style sheet, by what is chosen, so it needs no script.
 */
export function BookingForm(props: FormProps) {
  const { start, path, answer } = props;
  const { pathname, search } = useLocation();
  const [begun, setBegun] = useState<Begun>(() => {
    // The address of a form that came back by a plain submit names no booking, its hidden fields do.
    const posted = answer ? new Map(Object.entries(answer.reply.initialValue ?? {})) : null;
    return { entries: keptEntries(pathname, search), over: posted, answer: undefined, round: 0 };
  });
  const subject = useSubject(start, path);
  const [shown, setShown] = useState(subject);
  if (shown !== subject) {
    setShown(subject);
    setBegun({ entries: null, over: null, answer: undefined, round: 0 });
  }
  const restore = ({ entries }: KeptDraft) =>
    setBegun({ entries, over: new Map(entries), answer, round: begun.round + 1 });
  return <GrowingForm key={`${subject}.${begun.round}`} {...props} begun={begun} onRestore={restore} />;
}

/** What the form begins with in place of what was loaded: what this browser has kept of it. */
interface Begun {
  entries: KeptDraft["entries"] | null;
  /** The hidden fields that were kept with it, or posted. */
  over: Map<string, unknown> | null;
  /** What the form had been answered by then. */
  answer: BookingReply | undefined;
  round: number;
}

/** Another booking is another form; the draft that this form has just begun is not. */
function useSubject({ id, source, mergedAt }: FormStart, path: string): number {
  const { state, formMethod, formAction } = useNavigation();
  const isOwnSave = formMethod === "POST" && formAction?.split("?")[0] === path.split("?")[0];
  // A save that was brought together with another's shows what is stored, in place of what was typed.
  const name = mergedAt ? `${id}.${mergedAt}` : (id ?? source ?? "");
  const [held, setHeld] = useState({ name, id, isOwnSave: false, count: 0 });
  if (state !== "idle") {
    if (held.isOwnSave !== isOwnSave) setHeld({ ...held, isOwnSave });
  } else if (held.name !== name) {
    const isBegun = held.isOwnSave && held.id === null && id !== null && !mergedAt;
    setHeld({ name, id, isOwnSave: false, count: held.count + (isBegun ? 0 : 1) });
  }
  return held.count;
}

const textsOf = (entries: KeptDraft["entries"]): BookingFields => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const { payload } = parse(form, { resolve: (value) => ({ value }) });
  return payload as BookingFields;
};

const purposes: readonly FormStart["purpose"][] = ["draft", "update", "amend"];

const hiddenOf = (over: Begun["over"], name: string) => {
  const value = over?.get(name);
  return typeof value === "string" ? value : "";
};

/** By id, or by key as long as there is none: what is known of drafts that pages of this visit have saved. */
const savedDrafts = new Map<string, Known>();

interface Known {
  id: string | null;
  version: number | null;
}

/** Which draft the form holds, in which version: as loaded, and as its own saves have made it since. */
function useKnown(
  { id, version }: FormStart,
  draftKey: string,
  { over, isTemplate }: { over: Begun["over"]; isTemplate: boolean },
) {
  const [known, setKnown] = useState<Known>(() => {
    const before = isTemplate ? undefined : savedDrafts.get(id ?? draftKey);
    const present = before && (before.version ?? 0) > (version ?? 0) ? before : { id, version };
    // Typed over an older version: who has saved since is not overwritten in silence.
    const [typedOver, typedVersion] = [hiddenOf(over, "id"), hiddenOf(over, "version")];
    return typedOver ? { id: typedOver, version: Number(typedVersion) || null } : present;
  });
  const learn = (next: Known) => {
    if (draftKey) savedDrafts.set(draftKey, next);
    if (next.id) savedDrafts.set(next.id, next);
    setKnown(next);
  };
  return [known, learn] as const;
}

/** Counts the submits of the form itself that went through while it stays, and learns their version. */
function useOwnSaves(start: FormStart, answer: BookingReply | undefined, learn: (known: Known) => void) {
  const { state } = useNavigation();
  const sent = useRef<{ start: FormStart; version: number; isUnderWay: boolean } | null>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!sent.current) return;
    if (state !== "idle") sent.current.isUnderWay = true;
    if (state !== "idle" || !sent.current.isUnderWay) return;
    const { version, start: before } = sent.current;
    sent.current = null;
    if (answer || start === before || start.id === null || start.version === null) return;
    // Loaded after it was saved: somebody else may have been there in between.
    learn({ id: start.id, version: Math.min(start.version, version + 1) });
    setCount((before) => before + 1);
  });
  const note = (version: number | null) => {
    sent.current = { start, version: version ?? 0, isUnderWay: false };
  };
  return { count, note };
}

function GrowingForm({
  start,
  path,
  requestId,
  answer,
  labels,
  backHref,
  isTemplate = false,
  begun,
  onRestore,
}: FormProps & { begun: Begun; onRestore: (kept: KeptDraft) => void }) {
  const { t } = useText(["booking-form", "freight", "shell"]);
  const navigation = useNavigation();
  const element = useRef<HTMLFormElement>(null);
  const { hash } = useLocation();
  // From the review one comes to one field, to go on there.
  useEffect(() => {
    const field = hash && document.getElementById(hash.slice(1));
    if (field && element.current?.contains(field)) field.focus();
  }, [hash]);
  // A page that comes back as it was left goes on with its draft, whatever key a fresh load brings.
  const [draftKey] = useState(hiddenOf(begun.over, "draftKey") || start.draftKey);
  const [editor] = useState(hiddenOf(begun.over, "editor") || start.editor);
  const purpose = purposes.find((each) => each === hiddenOf(begun.over, "purpose")) ?? start.purpose;
  const [known, learn] = useKnown(start, draftKey, { over: begun.over, isTemplate });
  const ownSaves = useOwnSaves(start, answer, learn);
  const [given] = useState(() => (begun.entries ? textsOf(begun.entries) : start.fields));
  const isAnswered = answer && answer !== begun.answer;
  const [form, inputs] = useForm<BookingFields>({
    id: FORM_ID,
    lastResult: isAnswered ? answer.reply : begun.entries ? undefined : start.checked,
    defaultValue: given,
    // Rows come and go in the browser; all else is judged by the server.
    onValidate: ({ formData }) =>
      parse(formData, { resolve: (payload) => ({ value: payload as BookingFields }) }),
  });
  const fields = inputs as unknown as Fields;
  const whole = form as unknown as FormMetadata<Record<string, unknown>>;
  const isSending = navigation.state === "submitting";
  const to = navigation.state === "loading" && navigation.formMethod === "POST" ? navigation.location : null;
  const [pathname = path] = path.split("?");
  const isDone = to !== null && (to.pathname !== pathname || new URLSearchParams(to.search).has("merged"));
  const storeKey = `${start.owner}:${known.id ?? `new:${pathname}`}`;
  const onSaved = (id: string, version: number) => {
    learn({ id, version });
    if (!element.current) return;
    showInAddress(id, "draft");
  };
  useEffect(() => {
    if (answer && known.id && !isTemplate) showInAddress(known.id, purpose);
  }, [answer, known.id, isTemplate, purpose]);
  return (
    <>
      {answer?.conflict ? (
        <VersionConflict
          conflict={answer.conflict}
          formId={FORM_ID}
          onTakeTheirs={() => forgetKept(storeKey)}
        />
      ) : null}
      {answer?.conflict ? null : <ErrorSummary form={whole} labels={labels} />}
      {start.made && start.made.id !== known.id && !answer?.conflict ? (
        <MadeBefore made={start.made} path={path} isTemplate={isTemplate} />
      ) : null}
      {start.source ? <Alert kind="info">{start.source}</Alert> : null}
      <Form
        method="post"
        action={path}
        ref={element}
        id={form.id}
        noValidate
        onSubmit={(event) => {
          form.onSubmit(event);
          if (event.defaultPrevented) return;
          // What is saved or reviewed is found in the list; the next visit begins anew.
          forgetPage(pathname);
          const { submitter } = event.nativeEvent as SubmitEvent;
          const over = keptOver(submitter?.getAttribute("value") ?? "");
          ownSaves.note(over === null ? known.version : Number(over));
        }}
        preventScrollReset
        className="group flex flex-col gap-4"
      >
        <RequestId fresh={requestId} answer={answer} />
        <input type="hidden" name="id" value={known.id ?? ""} />
        <input type="hidden" name="version" value={known.version ?? ""} />
        <input type="hidden" name="draftKey" value={draftKey} />
        <input type="hidden" name="editor" value={editor} />
        <input type="hidden" name="purpose" value={purpose} />
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t("saveDraft")}
        </button>
        {isTemplate ? (
          <Card>
            <Field
              field={fields.templateName}
              label={t("templateName")}
              hint={t("shell:form.tooLong", { max: LIMITS.templateName })}
              required
            />
          </Card>
        ) : null}
        <Freight fields={fields} />
        {partyRoles.map((role) => (
          <Party
            key={role}
            role={role}
            field={fields[role]}
            addresses={start.addresses}
            onTake={(value) => form.update({ name: role, value })}
          />
        ))}
        <Route fields={fields} start={start} />
        <Cargo fields={fields} whole={whole} answer={answer} start={start} />
        <Containers field={fields.containers} whole={whole} />
        <Days fields={fields} />
        <Handling fields={fields} />
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-background py-3">
          {isTemplate ? (
            <Button kind="primary" name="intent" value="save" aria-disabled={isSending}>
              {t("saveTemplate")}
            </Button>
          ) : (
            <Buttons purpose={purpose} isSending={isSending} />
          )}
          <Link to={backHref} className={buttonStyle({ kind: "quiet" })}>
            {t("cancel")}
          </Link>
          {isTemplate ? null : (
            <KeeperStatus
              form={element}
              storeKey={storeKey}
              isKept={purpose === "draft"}
              isUnsaved={begun.entries !== null}
              isPaused={navigation.state !== "idle"}
              isInConflict={Boolean(answer?.conflict)}
              isDone={isDone}
              savedCount={ownSaves.count}
              onSaved={onSaved}
              onRestore={onRestore}
            />
          )}
        </div>
      </Form>
    </>
  );
}

/** The way back to a form that has been saved leads to what it has made, and never in silence to a second one. */
function MadeBefore({
  made,
  path,
  isTemplate,
}: {
  made: NonNullable<FormStart["made"]>;
  path: string;
  isTemplate: boolean;
}) {
  const { t } = useText("booking-form");
  const [address = ""] = path.split("?");
  return (
    <Alert kind="warning">
      <p>{t(isTemplate ? "made.template" : "made.draft", { name: made.name })}</p>
      <p className="mt-1 flex flex-wrap gap-4">
        <Link to={`${address}?id=${made.id}`} className="underline">
          {t("made.open", { name: made.name })}
        </Link>
        <Link to={address} reloadDocument className="underline">
          {t("made.another")}
        </Link>
      </p>
    </Alert>
  );
}

function Buttons({ purpose, isSending }: { purpose: FormStart["purpose"]; isSending: boolean }) {
  const { t } = useText("booking-form");
  if (purpose !== "draft") {
    return (
      <Button kind="primary" name="intent" value="save" aria-disabled={isSending}>
        {purpose === "amend" ? t("saveAmend") : t("saveUpdate")}
      </Button>
    );
  }
  return (
    <>
      <Button kind="primary" name="intent" value="review" aria-disabled={isSending}>
        {t("review")}
      </Button>
      <Button name="intent" value="save" aria-disabled={isSending}>
        {t("saveDraft")}
      </Button>
      <Button name="intent" value="attach" kind="quiet" aria-disabled={isSending}>
        {t("saveAndAttach")}
      </Button>
    </>
  );
}

const grid = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";

function Section({
  title,
  className = "",
  children,
}: {
  title: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Card className={`flex flex-col gap-4 ${className}`}>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </Card>
  );
}

function Radios({
  field,
  legend,
  options,
}: {
  field: TextField;
  legend: string;
  options: readonly { value: string; label: string; marks?: Record<string, string> }[];
}) {
  return (
    <fieldset id={field.id}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map(({ value, label, marks }) => (
          <label key={value} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={field.name}
              value={value}
              defaultChecked={field.initialValue === value}
              {...marks}
            />
            {label}
          </label>
        ))}
      </div>
      {field.errors ? <p className="text-xs text-danger">{field.errors.join(" ")}</p> : null}
    </fieldset>
  );
}

function Tick({ field, label, className = "" }: { field: TextField; label: string; className?: string }) {
  return (
    <label className={`flex min-h-8 items-center gap-2 ${className}`}>
      <input
        type="checkbox"
        id={field.id}
        name={field.name}
        value="on"
        defaultChecked={field.initialValue === "on"}
      />
      {label}
    </label>
  );
}

function useChoices() {
  const { t } = useText("booking-form");
  const text = t as unknown as (key: string) => string;
  return (group: string, values: readonly string[]): [string, string][] => [
    ["", t("choose")],
    ...values.map((value): [string, string] => [value, text(`${group}.${value}`)]),
  ];
}

/** As the class names below know the modes: to Tailwind an underscore is a space. */
const marksOfModes = { AIR: "AIR", OCEAN_FCL: "FCL", OCEAN_LCL: "LCL", TRUCK: "TRUCK" } as const;

function Freight({ fields }: { fields: Fields }) {
  const { t } = useText(["booking-form", "freight"]);
  const choices = useChoices();
  return (
    <Section title={t("section.freight")}>
      <Radios
        field={fields.transportMode}
        legend={t("field.transportMode")}
        options={transportModes.map((value) => ({
          value,
          label: t(`freight:mode.${value}`),
          marks: { "data-mode": marksOfModes[value] },
        }))}
      />
      <Radios
        field={fields.service}
        legend={t("field.service")}
        options={services.map((value) => ({
          value,
          label: t(`freight:service.${value}`),
          marks: {
            "data-from": value.startsWith("DT") ? "door" : "port",
            "data-to": value.endsWith("TD") ? "door" : "port",
          },
        }))}
      />
      <div className={grid}>
        <Choice
          field={fields.serviceLevel}
          label={t("field.serviceLevel")}
          choices={choices("serviceLevel", bookingServiceLevels)}
        />
        <Choice field={fields.trade} label={t("field.trade")} choices={choices("trade", trades)} />
        <Choice
          field={fields.incoterms}
          label={t("field.incoterms")}
          choices={[
            ["", t("choose")],
            ...incoterms.map((term): [string, string] => [term, t(`freight:incoterm.${term}`)]),
          ]}
        />
        <Choice
          field={fields.paymentType}
          label={t("field.paymentType")}
          choices={choices("paymentType", bookingPaymentTypes)}
        />
      </div>
    </Section>
  );
}

function Party({
  role,
  field,
  addresses,
  onTake,
}: {
  role: (typeof partyRoles)[number];
  field: PartyField;
  addresses: AddressEntry[];
  onTake: (party: PartyFields) => void;
}) {
  const { t } = useText("booking-form");
  const pick = useRef<HTMLSelectElement>(null);
  // Without scripts the same button asks the server.
  const take = (event: React.MouseEvent) => {
    event.preventDefault();
    const entry = addresses.find(({ id }) => id === pick.current?.value);
    if (!entry) return;
    const { id: _, ...party } = entry;
    onTake({ ...party, isAddedToAddressBook: "" });
  };
  const party = field.getFieldset();
  return (
    <Section title={t(`party.${role}`)}>
      {addresses.length > 0 ? (
        <div className="flex flex-wrap items-end gap-2">
          <label className="flex min-w-[200px] flex-1 flex-col gap-1">
            <span className="font-medium">{t("party.pick")}</span>
            <Select ref={pick} name={`pick.${role}`} defaultValue="">
              <option value="">{t("party.noPick")}</option>
              {addresses.map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {entry.name}, {entry.address}
                </option>
              ))}
            </Select>
          </label>
          <Button name="intent" value={`pick:${role}`} formAction={`#${field.id}`} onClick={take}>
            {t("party.take")}
          </Button>
        </div>
      ) : null}
      <div id={field.id} className={grid}>
        <Field field={party.name} label={t("party.name")} autoComplete="organization" />
        <Field field={party.address} label={t("party.address")} autoComplete="street-address" />
        <Field field={party.postcode} label={t("party.postcode")} autoComplete="postal-code" />
        <Field field={party.state} label={t("party.state")} autoComplete="address-level1" />
        <Field field={party.countryCode} label={t("party.countryField")} autoComplete="country" />
        <Field field={party.contactNumber} label={t("party.contactNumber")} type="tel" autoComplete="tel" />
      </div>
      <Tick field={party.isAddedToAddressBook} label={t("party.isAddedToAddressBook")} />
    </Section>
  );
}

const carrierModes: readonly BookingOptions["carriers"][number]["mode"][] = ["AIR", "OCEAN", "TRUCK"];

function Route({ fields, start }: { fields: Fields; start: FormStart }) {
  const { t } = useText("booking-form");
  const choices = useChoices();
  const named = (values: string[], field: TextField): [string, string][] => {
    const typed = field.initialValue ?? "";
    const all = typed && !values.includes(typed) ? [typed, ...values] : values;
    return [["", t("choose")], ...all.map((value): [string, string] => [value, value])];
  };
  return (
    <Section title={t("section.route")}>
      <div className={grid}>
        <Field field={fields.origin} label={t("field.origin")} />
        <Field field={fields.destination} label={t("field.destination")} />
        <Carrier field={fields.carrier} carriers={start.carriers} />
        <Choice
          field={fields.bookToCompany}
          label={t("field.bookToCompany")}
          choices={named(start.companies, fields.bookToCompany)}
        />
        <Choice
          field={fields.customerService}
          label={t("field.customerService")}
          choices={named(start.customerServices, fields.customerService)}
        />
        <div className="group-has-[[data-mode=TRUCK]:checked]:hidden">
          <Choice
            field={fields.transshipment}
            label={t("field.transshipment")}
            choices={choices("transshipment", transshipmentPreferences)}
          />
        </div>
        <div className="group-has-[[data-mode=FCL]:checked]:hidden group-has-[[data-mode=TRUCK]:checked]:hidden">
          <Field field={fields.warehouseInNumber} label={t("field.warehouseInNumber")} />
        </div>
      </div>
      <Tick
        field={fields.hasOriginTrucking}
        label={t("field.hasOriginTrucking")}
        className="group-has-[[data-from=door]:checked]:hidden group-has-[[data-mode=TRUCK]:checked]:hidden"
      />
      {/* A truck has no trucking of its own to a terminal, whatever was ticked for another mode. */}
      <div className="hidden group-has-[[data-from=door]:checked]:block group-has-[#booking-hasOriginTrucking:checked]:block group-has-[[data-mode=TRUCK]:checked]:group-has-[[data-from=port]:checked]:hidden!">
        <Field field={fields.pickupAddress} label={t("field.pickupAddress")} />
      </div>
      <Tick
        field={fields.hasDestinationTrucking}
        label={t("field.hasDestinationTrucking")}
        className="group-has-[[data-to=door]:checked]:hidden group-has-[[data-mode=TRUCK]:checked]:hidden"
      />
      <div className="hidden group-has-[[data-to=door]:checked]:block group-has-[#booking-hasDestinationTrucking:checked]:block group-has-[[data-mode=TRUCK]:checked]:group-has-[[data-to=port]:checked]:hidden!">
        <Field field={fields.deliveryAddress} label={t("field.deliveryAddress")} />
      </div>
    </Section>
  );
}

/** Under the way that each carries, so that nobody books a box with an airline. */
function Carrier({ field, carriers }: { field: TextField; carriers: FormStart["carriers"] }) {
  const { t } = useText("booking-form");
  const typed = field.initialValue ?? "";
  const isListed = carriers.some(({ name }) => name === typed);
  return (
    <Field field={field} label={t("field.carrier")}>
      <Select
        id={field.id}
        name={field.name}
        defaultValue={typed}
        aria-invalid={field.errors ? true : undefined}
        aria-describedby={field.errors ? field.errorId : undefined}
      >
        <option value="">{t("choose")}</option>
        {typed && !isListed ? <option value={typed}>{typed}</option> : null}
        {carrierModes.map((mode) => (
          <optgroup key={mode} label={t(`carrierMode.${mode}`)}>
            {carriers
              .filter((carrier) => carrier.mode === mode)
              .map(({ code, name }) => (
                <option key={code} value={name}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}

function LongText({ field, label, maximum }: { field: TextField; label: string; maximum: number }) {
  const { t } = useText("shell");
  return (
    <Field field={field} label={label} hint={t("form.tooLong", { max: maximum })}>
      <TextArea
        id={field.id}
        name={field.name}
        defaultValue={field.initialValue}
        aria-invalid={field.errors ? true : undefined}
        aria-describedby={field.errors ? `${field.id}-hint ${field.errorId}` : `${field.id}-hint`}
      />
    </Field>
  );
}

function Cargo({
  fields,
  whole,
  answer,
  start,
}: {
  fields: Fields;
  whole: FormMetadata<Record<string, unknown>>;
  answer: BookingReply | undefined;
  start: FormStart;
}) {
  const { t } = useText(["booking-form", "freight"]);
  const text = t as unknown as (key: string) => string;
  const option = (value: string): [string, string] => [value, value];
  return (
    <Section title={t("section.cargo")}>
      <Radios
        field={fields.cargoType}
        legend={t("field.cargoType")}
        options={cargoTypes.map((value) => ({
          value,
          label: text(`cargoType.${value}`),
          marks: { "data-cargo": value },
        }))}
      />
      <div className={`hidden ${grid} group-has-[[data-cargo=DANGEROUS]:checked]:grid`}>
        <Choice
          field={fields.dangerousClass}
          label={t("field.dangerousClass")}
          choices={[["", t("choose")], ...dangerousClasses.map(option)]}
        />
        <Field field={fields.unNumber} label={t("field.unNumber")} inputMode="numeric" />
        <Choice
          field={fields.packingGroup}
          label={t("field.packingGroup")}
          choices={[["", t("choose")], ...packingGroups.map(option)]}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <LongText
          field={fields.goodsDescription}
          label={t("field.goodsDescription")}
          maximum={LIMITS.goodsDescription}
        />
        <LongText field={fields.marks} label={t("field.marks")} maximum={LIMITS.marks} />
      </div>
      <RowEditor
        form={whole}
        field={fields.cargo}
        id="booking-cargo"
        newRow={newMeasuredRow}
        most={LIMITS.cargoLines}
      >
        {(row) => {
          const line = (row as unknown as RowField).getFieldset() as Record<string, TextField>;
          return (
            <div className="flex flex-col gap-3">
              <div className="grid gap-3 sm:grid-cols-3">
                <Field field={line.poNumber as TextField} label={t("line.poNumber")} />
                <Field field={line.skuNumber as TextField} label={t("line.skuNumber")} />
                <Field
                  field={line.volume as TextField}
                  label={t("line.volume")}
                  title={t("line.volumeHint")}
                  {...decimalField}
                />
              </div>
              <MeasureFields fields={line as React.ComponentProps<typeof MeasureFields>["fields"]} />
            </div>
          );
        }}
      </RowEditor>
      <div id="weight" className="rounded-md bg-muted p-4">
        <CargoWeight
          formId={FORM_ID}
          list="cargo"
          modeField="transportMode"
          rowCount={fields.cargo.getFieldList().length}
          known={answer ? answer.weight : start.weight}
        />
        <p className="mt-2">
          <Button name="intent" value="work-out" formAction="#weight" size="small">
            {t("freight:weight.workOut")}
          </Button>
        </p>
      </div>
    </Section>
  );
}

function Containers({ field, whole }: { field: RowsField; whole: FormMetadata<Record<string, unknown>> }) {
  const { t } = useText(["booking-form", "freight"]);
  const rows = field.getFieldList();
  return (
    <Section title={t("section.containers")} className="hidden group-has-[[data-mode=FCL]:checked]:flex">
      <div id="booking-containers" className="flex flex-col gap-4">
        {rows.map((row, index) => {
          const box = row.getFieldset();
          return (
            <fieldset key={row.key ?? index} className="border-b border-line pb-4">
              <legend className="mb-2 font-medium">{t("container.title", { number: index + 1 })}</legend>
              <div className={grid}>
                <Choice
                  field={box.containerType as TextField}
                  label={t("container.containerType")}
                  choices={[
                    ["", t("choose")],
                    ...equipmentTypes.map((type): [string, string] => [type, t(`freight:equipment.${type}`)]),
                  ]}
                />
                <ContainerNumber field={box.containerNumber as TextField} />
                <Field field={box.info as TextField} label={t("container.info")} />
              </div>
              {rows.length > 1 ? (
                <p className="mt-2 text-right">
                  <Button
                    {...whole.remove.getButtonProps({ name: field.name as string, index })}
                    formAction="#booking-containers"
                    kind="quiet"
                    size="small"
                  >
                    {t("container.remove", { number: index + 1 })}
                  </Button>
                </p>
              ) : null}
            </fieldset>
          );
        })}
        {rows.length < LIMITS.containers ? (
          <p>
            <Button
              {...whole.insert.getButtonProps({ name: field.name as string, defaultValue: {} as never })}
              formAction="#booking-containers"
            >
              {t("container.add")}
            </Button>
          </p>
        ) : null}
      </div>
    </Section>
  );
}

/** A box without an ISO number exists, so that a wrong digit warns and never blocks (domain). */
function ContainerNumber({ field }: { field: TextField }) {
  const { t } = useText("booking-form");
  const [left, setLeft] = useState(field.initialValue ?? "");
  const checked = checkContainerNumber(left);
  return (
    <div>
      <Field
        field={field}
        label={t("container.containerNumber")}
        onBlur={(event) => setLeft(event.currentTarget.value)}
      />
      <p role="status" className="text-xs text-warning">
        {checked.status === "wrong-digit" ? t("container.wrongDigit", checked) : null}
        {checked.status === "malformed" ? t("container.malformed", checked) : null}
      </p>
    </div>
  );
}

function Days({ fields }: { fields: Fields }) {
  const { t } = useText("booking-form");
  return (
    <Section title={t("section.dates")}>
      <div className={grid}>
        <Field field={fields.cargoReadyDate} label={t("field.cargoReadyDate")} type="date" title={t("day")} />
        <div className="group-has-[[data-mode=TRUCK]:checked]:hidden">
          <Field field={fields.requestedDate} label={t("field.requestedDate")} type="date" title={t("day")} />
        </div>
        <Field
          field={fields.expectedDeliveryDate}
          label={t("field.expectedDeliveryDate")}
          type="date"
          title={t("day")}
        />
      </div>
    </Section>
  );
}

function Handling({ fields }: { fields: Fields }) {
  const { t } = useText("booking-form");
  const choices = useChoices();
  return (
    <Section title={t("section.handling")}>
      <Choice
        field={fields.customsDeclaration}
        label={t("field.customsDeclaration")}
        choices={choices("customsDeclaration", customsDeclarations)}
      />
      <LongText
        field={fields.specialInstructions}
        label={t("field.specialInstructions")}
        maximum={LIMITS.specialInstructions}
      />
    </Section>
  );
}
