import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField } from "#app/components/form-controls.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { changeShare, ShareEditView } from "./list.server.ts";

type Answer = Extract<Awaited<ReturnType<typeof changeShare>>, { data: unknown }>["data"];

/** What a link shows and how it was used, with the forms that renew and revoke it. */
export function ShareEdit({
  view: { link, labels, words, usualDays, maxDays },
  requestId,
  answer,
}: {
  view: ShareEditView;
  requestId: string;
  answer: Answer | undefined;
}) {
  const isPending = useNavigation().state === "submitting";
  const days = answeredField({
    id: "days",
    value: answer?.days ?? usualDays,
    fault: answer?.daysFault ?? null,
  });
  return (
    <>
      <Facts
        facts={[
          [labels.label, link.label],
          [
            labels.state,
            <Badge key="state" kind={link.state.kind}>
              {link.state.label}
            </Badge>,
          ],
          [labels.shipments, link.shipments],
          [labels.shows, link.shows],
          [labels.madeAt, link.madeAt],
          [labels.until, link.until],
          [labels.seen, link.seen],
          [labels.owner, link.owner],
        ]}
        layout="lines"
      />
      {link.isRevoked ? (
        <p>{words.revoked}</p>
      ) : (
        <>
          <PostForm
            requestId={requestId}
            answer={answer}
            layout="close"
            className="border-t border-line pt-4"
            noValidate
          >
            <p>{words.renewText}</p>
            <InputField field={days} label={labels.days} type="number" min={1} max={maxDays} />
            <p>
              <Button kind="primary" name="intent" value="renew" aria-disabled={isPending || undefined}>
                {words.renew}
              </Button>
            </p>
          </PostForm>
          <PostForm
            requestId={requestId}
            answer={answer}
            layout="close"
            className="border-t border-line pt-4"
          >
            <p>{words.revokeText}</p>
            <p>
              <Button kind="danger" name="intent" value="revoke" aria-disabled={isPending || undefined}>
                {words.revoke}
              </Button>
            </p>
          </PostForm>
        </>
      )}
      <p>
        <ButtonLink to={href("/shipments/shared")}>{words.back}</ButtonLink>
      </p>
    </>
  );
}
