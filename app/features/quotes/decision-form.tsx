import { useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { TwoVersions } from "#app/components/two-versions.tsx";
import { Button } from "#app/ui/button.tsx";
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
    <Page
      head={{ title: view.title }}
      layout="card"
      fault={answer?.fault && !view.replaced ? answer.fault : null}
    >
      {view.replaced ? <Replaced price={view.replaced} /> : null}
      {confirm ? (
        <p className="text-base">{view.question}</p>
      ) : (
        view.notes.map((note) => <p key={note}>{note}</p>)
      )}
      <p>
        <StatusBadge status={view.status} label={view.statusText} />
      </p>
      {view.replaced ? null : (
        <Facts
          facts={view.facts.map(([label, text]) => ({
            label,
            value: <span className="font-medium">{timed(text)}</span>,
          }))}
        />
      )}
      {confirm ? (
        <PostForm requestId={requestId} answer={answer} action={view.action}>
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
          <Actions>
            <Button
              kind={view.kind === "reject" ? "danger" : "primary"}
              aria-disabled={navigation.state === "submitting"}
            >
              {confirm}
            </Button>
            <ButtonLink to={view.back}>{view.cancel}</ButtonLink>
          </Actions>
        </PostForm>
      ) : (
        <p>
          <ButtonLink to={view.back} kind="primary">
            {view.cancel}
          </ButtonLink>
        </p>
      )}
    </Page>
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
