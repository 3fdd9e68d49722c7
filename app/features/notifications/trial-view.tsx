import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Card } from "#app/ui/card.tsx";
import type { Trial } from "./edit.server.ts";

/** The notification as a sentence, its next sends, and what it would have sent. */
export function TrialView({ trial }: { trial: Trial }) {
  const { t } = useText("notifications");
  const { sentence, nextSends, rehearsal } = trial;
  return (
    <Card id="trial" tabIndex={-1} className="flex flex-col gap-3">
      <p className="text-base wrap-anywhere">{sentence}</p>
      <Section title={t("rehearsal.next")} layout="text" isPlain>
        <ul className="digits">
          {nextSends.map((at) => (
            <li key={at}>{at} </li>
          ))}
        </ul>
      </Section>
      {rehearsal ? (
        <div role="status">
          <h2 className="font-semibold">{t("rehearsal.title")}</h2>
          <p>{rehearsal.text}</p>
          <ol className="mt-2 flex flex-col gap-2">
            {rehearsal.mails.map(({ at, shipments, more }) => (
              <li key={textOf(at)}>
                <span className="digits text-quiet">{timed(at)}</span>{" "}
                {shipments.map(({ id, houseNumber }) => (
                  <span key={id}>
                    <Link
                      to={href("/shipments/detail/:id", { id })}
                      className="inline-block py-1 text-link underline"
                    >
                      {houseNumber}
                    </Link>{" "}
                  </span>
                ))}
                {more}
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </Card>
  );
}
