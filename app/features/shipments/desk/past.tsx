import { timed } from "#app/components/moment.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
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
    <Section title={t("matched.title")} layout="text" className="print:hidden">
      <ul className="flex flex-col gap-2">
        {matched.map(({ eventId, text, offLabel }) => {
          const own = answer?.intent === "unmatch" && answer.typed.event === eventId ? answer : undefined;
          return (
            <li key={eventId} className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere">{`${text} `}</span>
              <PostForm requestId={`${requestId}-${eventId}`.slice(0, 100)} answer={own} layout="plain">
                <input type="hidden" name="event" value={eventId} />
                <Button name="intent" value="unmatch" aria-label={offLabel}>
                  {t("matched.off")}
                </Button>
              </PostForm>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Shipments that have gone over to this one. */
export function Merged({ merged }: { merged: MergedView[] }) {
  const { t } = useText("desk-shipment");
  if (merged.length === 0) return null;
  return (
    <Section title={t("merged.title")} layout="text">
      {merged.map(({ text, log }) => (
        <details key={textOf(text)}>
          <summary className="wrap-anywhere py-1">{timed(text)}</summary>
          <OperationLog log={log} />
        </details>
      ))}
    </Section>
  );
}
