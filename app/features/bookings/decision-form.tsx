import { useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { BookingDecisionView, DecisionReply } from "./decision.server.ts";

/** Confirmation of recalling or cancelling a booking. The loader makes its texts. */
export function DecisionForm({
  view,
  requestId,
  answer,
}: {
  view: BookingDecisionView;
  requestId: string;
  answer: DecisionReply | undefined;
}) {
  const navigation = useNavigation();
  const { confirm, back } = view;
  return (
    <Page head={{ title: view.title }} layout="card" fault={answer?.fault}>
      {confirm ? (
        <p className="text-base">{view.question}</p>
      ) : (
        view.notes.map((note) => <p key={note}>{note}</p>)
      )}
      <p>
        <StatusBadge status={view.status} label={view.statusLabel} />
      </p>
      {confirm ? <p className="text-quiet">{view.text}</p> : null}
      {confirm ? (
        <PostForm requestId={requestId} answer={answer} layout="row">
          <input type="hidden" name="version" value={view.version} />
          <Button
            kind={view.isDanger ? "danger" : "primary"}
            aria-disabled={navigation.state === "submitting"}
          >
            {confirm}
          </Button>
          <ButtonLink to={back.href}>{back.label}</ButtonLink>
        </PostForm>
      ) : (
        <p>
          <ButtonLink to={back.href} kind="primary">
            {back.label}
          </ButtonLink>
        </p>
      )}
    </Page>
  );
}
