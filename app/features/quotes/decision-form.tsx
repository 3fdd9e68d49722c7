import { Form, useNavigation } from "react-router";
import { answeredField } from "#app/components/field-props.ts";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { TwoVersions } from "#app/components/two-versions.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DecisionReply, DecisionView, ReplacedPrice } from "./decision.server.ts";

/** Confirmation of accepting or booking a price, or rejecting the quote. The loader makes its texts. */
export function DecisionForm({
  view,
  requestId,
  answer,
}: {
  view: DecisionView;
  requestId: string;
  answer: DecisionReply | undefined;
}) {
  const navigation = useNavigation();
  const { reason, confirm } = view;
  return (
    <Card className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{view.title}</h1>
      {answer?.fault && !view.replaced ? <Alert kind="danger">{answer.fault}</Alert> : null}
      {view.replaced ? <Replaced price={view.replaced} /> : null}
      {confirm ? (
        <p className="text-base">{view.question}</p>
      ) : (
        view.notes.map((note) => <p key={note}>{note}</p>)
      )}
      <p>
        <StatusBadge status={view.status} label={view.statusText} />
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {(view.replaced ? [] : view.facts).map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-quiet">{label}</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      {confirm ? (
        <Form method="post" action={view.action} className="flex flex-col gap-4">
          <RequestId fresh={requestId} answer={answer} />
          <p className="text-quiet">{view.text}</p>
          {reason ? (
            <TextAreaField
              field={answeredField({ id: "reason", value: answer?.reason, fault: answer?.reasonFault })}
              label={reason.label}
              hint={reason.hint}
              isAlert
              autoFocus={Boolean(answer?.reasonFault)}
            />
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button
              kind={view.kind === "reject" ? "danger" : "primary"}
              aria-disabled={navigation.state === "submitting"}
            >
              {confirm}
            </Button>
            <Link to={view.back} className={buttonStyle()}>
              {view.cancel}
            </Link>
          </div>
        </Form>
      ) : (
        <p>
          <Link to={view.back} className={buttonStyle({ kind: "primary" })}>
            {view.cancel}
          </Link>
        </p>
      )}
    </Card>
  );
}

/** Shows what changed while the page was open, before the person decides again. */
function Replaced({ price }: { price: ReplacedPrice }) {
  return (
    <TwoVersions
      answer={price}
      title={price.title}
      text={price.text}
      columns={price.columns}
      rows={price.rows.map(({ label, before, now, isChanged }) => ({
        label,
        first: before,
        second: isChanged ? (
          <>
            <strong className="font-semibold">{now}</strong>{" "}
            <span className="font-semibold text-warning">({price.changed})</span>
          </>
        ) : (
          now
        ),
      }))}
    />
  );
}
