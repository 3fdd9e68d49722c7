import { Collapsible } from "#app/ui/collapsible.tsx";
import { Moment } from "./moment.tsx";
import type { LogView } from "./operation-log.server.ts";
import { Section } from "./page/section.tsx";

/** Who did what, and when, with expandable changes. `logView` makes the texts. */
export function OperationLog({ log }: { log: LogView }) {
  return (
    <Section title={log.title} layout="text" isPlain>
      {log.entries.length === 0 ? <p className="text-quiet">{log.none}</p> : null}
      <ol>
        {log.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log is complete on every page
          <li key={index} className="border-b border-line py-2">
            <p>
              <span className="font-medium">{entry.action}</span> · {entry.who}
            </p>
            <p className="text-xs text-quiet">
              <Moment moment={entry.at} />
            </p>
            {entry.changes.length > 0 ? (
              <Collapsible className="print:hidden" summary={entry.changesLabel}>
                <ul className="mt-1 wrap-anywhere">
                  {entry.changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                </ul>
              </Collapsible>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
