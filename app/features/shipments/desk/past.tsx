import { Form } from "react-router";
import { OperationLog } from "#app/components/operation-log.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { MatchedView, MergedView } from "./past.server.ts";
import type { DeskShipmentReply } from "./shipment.server.ts";

/** Events that were matched by hand, each with the way to take it off again. */
export function Matched({
  matched,
  requestId,
  answer,
}: {
  matched: MatchedView[];
  requestId: string;
  answer: DeskShipmentReply | undefined;
}) {
  const { t } = useText("desk-shipment");
  if (matched.length === 0) return null;
  return (
    <Card className="print:hidden">
      <h2 className="mb-2 text-lg font-semibold">{t("matched.title")}</h2>
      <ul className="flex flex-col gap-2">
        {matched.map(({ eventId, text, offLabel }) => {
          const own = answer?.intent === "unmatch" && answer.typed.event === eventId ? answer : undefined;
          return (
            <li key={eventId} className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere">{`${text} `}</span>
              <Form method="post">
                <RequestId
                  fresh={`${requestId}-${eventId}`.slice(0, 100)}
                  {...(own ? { answer: own } : {})}
                />
                <input type="hidden" name="event" value={eventId} />
                <Button name="intent" value="unmatch" aria-label={offLabel}>
                  {t("matched.off")}
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Shipments that have gone over to this one. */
export function Merged({ merged }: { merged: MergedView[] }) {
  const { t } = useText("desk-shipment");
  if (merged.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg font-semibold">{t("merged.title")}</h2>
      {merged.map(({ text, log }) => (
        <details key={text}>
          <summary className="wrap-anywhere py-1">{text}</summary>
          <OperationLog log={log} />
        </details>
      ))}
    </Card>
  );
}
