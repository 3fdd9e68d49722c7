import { useNavigation } from "react-router";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input, TextArea } from "#app/ui/input.tsx";
import type { AskReply, DeliveryView } from "./detail.server.ts";

/** A delivery: appointment, steps, proof, and the form for another appointment. */
export function DeliveryPage({
  view,
  requestId,
  answer,
}: {
  view: DeliveryView;
  requestId: string;
  answer: AskReply | undefined;
}) {
  return (
    <Page
      head={{
        title: view.title,
        badge: <StatusBadge {...view.badge} />,
      }}
    >
      <div>
        <p className="text-base">
          {view.appointment.label}: {timed(view.appointment.text)}
        </p>
        {view.failed ? <p className="text-danger">{timed(view.failed)}</p> : null}
        {view.due ? (
          <p className={view.due.isLate ? "text-danger" : view.due.isSoon ? "text-warning" : undefined}>
            {timed(view.due.text)}
          </p>
        ) : null}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title={view.steps.title} layout="text">
          <ol>
            {view.steps.rows.map(({ key, label, text, isReached }) => (
              <li key={key} className="flex gap-2 py-1">
                <span aria-hidden="true">{isReached ? "●" : "○"}</span>
                <span>
                  <span className={isReached ? "font-semibold" : undefined}>{label}</span>{" "}
                  <span className="block text-quiet">{timed(text)}</span>
                </span>
              </li>
            ))}
          </ol>
        </Section>
        <div className="flex flex-col gap-4">
          <Card>
            <p>
              {view.shipment.href ? (
                <Link to={view.shipment.href} className="text-link underline">
                  {view.shipment.text}
                </Link>
              ) : (
                view.shipment.text
              )}
            </p>
            <Facts facts={view.facts} layout="lines" className="mt-2" />
          </Card>
          <Section title={view.proof.title} layout="text">
            {view.proof.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {view.proof.files.map((file) => (
              <p key={file.id}>
                <a href={file.href} download className="text-link underline">
                  {file.label}
                </a>
              </p>
            ))}
          </Section>
          {view.asked.length > 0 || view.ask ? (
            <Card id="asked">
              {view.ask ? <Ask words={view.ask} requestId={requestId} answer={answer} /> : null}
              {view.asked.map(({ key, text, state, isOpen }) => (
                <p key={key} className="mt-2">
                  {timed(text)} · <span className={isOpen ? "text-warning" : "text-quiet"}>{state}</span>
                </p>
              ))}
            </Card>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

function Ask({
  words,
  requestId,
  answer,
}: {
  words: NonNullable<DeliveryView["ask"]>;
  requestId: string;
  answer: AskReply | undefined;
}) {
  const isPending = useNavigation().state === "submitting";
  const field = (name: "day" | "timeFrom" | "timeTo", type: "date" | "time") => {
    const fault = answer?.fault.field === name ? answer.fault.text : null;
    return (
      <Field label={words.labels[name]}>
        <Input
          type={type}
          name={name}
          required
          defaultValue={answer?.typed[name]}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? "ask-fault" : undefined}
        />
      </Field>
    );
  };
  return (
    <Section title={words.title} layout="close" className="print:hidden" isPlain>
      <PostForm requestId={requestId} answer={answer} layout="close">
        {answer ? (
          <Alert kind="danger" id="ask-fault">
            {answer.fault.field ? `${words.labels[answer.fault.field]}: ` : ""}
            {answer.fault.text}
          </Alert>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {field("day", "date")}
          {field("timeFrom", "time")}
          {field("timeTo", "time")}
        </div>
        <Field label={words.labels.text}>
          <TextArea
            name="text"
            rows={3}
            maxLength={words.max}
            defaultValue={answer?.typed.text}
            aria-invalid={answer?.fault.field === "text" ? true : undefined}
          />
        </Field>
        <p className="text-quiet">{words.hint}</p>
        <p>
          <Button kind="primary" aria-disabled={isPending || undefined}>
            {words.send}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}
