import { Moment, timed } from "#app/components/moment.tsx";
import { MoreTimes } from "#app/components/more-times.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { MilestoneView, MilestoneViewState, TimelineView } from "./timeline.server.ts";

/** Milestones as a list from top to bottom; `drawTimeline` makes its texts. */
export function Timeline({ timeline }: { timeline: TimelineView }) {
  const { earlier, others } = timeline;
  return (
    <>
      <p className="mb-2 text-xs text-quiet">{`${timeline.progress} · ${timeline.zone}`}</p>
      {timeline.news ? <p className="mb-2 text-warning">{timeline.news}</p> : null}
      {timeline.discrepancies.map((text) => (
        <p key={textOf(text)} className="mb-2 rounded-md bg-danger-soft px-3 py-2 text-danger">
          {timed(text)}
        </p>
      ))}
      {earlier ? (
        <Collapsible kind="quiet" summary={earlier.summary} className="pl-7">
          <Entries milestones={earlier.milestones} />
        </Collapsible>
      ) : null}
      <Entries milestones={timeline.milestones} />
      {others ? (
        <Collapsible kind="quiet" summary={others.title} className="mt-2 pl-7">
          <ul className="mt-2 flex flex-col gap-1 text-xs text-quiet">
            {others.texts.map((text) => (
              <li key={textOf(text)}>{timed(text)}</li>
            ))}
          </ul>
        </Collapsible>
      ) : null}
    </>
  );
}

const Entries = ({ milestones }: { milestones: readonly MilestoneView[] }) => (
  <ol className="milestones">
    {milestones.map((milestone) => (
      <Entry key={milestone.key} milestone={milestone} />
    ))}
  </ol>
);

/** What its mark does not say to those who see it stands in words as well. */
const WORDED: ReadonlySet<MilestoneViewState> = new Set<MilestoneViewState>(["overdue", "unknown"]);

function Entry({ milestone }: { milestone: MilestoneView }) {
  const { state, stateText, label, place, times, notes, reason, isNext } = milestone;
  const [valid, ...rest] = times;
  return (
    <li className={isNext ? `${state} now` : state}>
      <Mark state={state} />
      <div>
        <p>
          <b>{label}</b>
          {place ? `, ${place}` : null}{" "}
          <span className={WORDED.has(state) ? "text-xs" : "sr-only"}>{`${stateText} `}</span>
        </p>
        {notes.map((note) => (
          <p
            key={textOf(note)}
            className={state === "overdue" ? "text-xs text-danger" : "text-xs text-quiet"}
          >
            {timed(note)}
          </p>
        ))}
        {reason ? <p className="text-xs text-warning">{reason}</p> : null}
      </div>
      {valid ? (
        <div>
          <MoreTimes shown={<Moment moment={valid} />}>
            {[
              [valid.label, valid.source, valid.other].filter(Boolean).join(" · "),
              ...rest.map(({ label, source, ...time }) => ({
                ...time,
                part: time.text,
                text: [label, time.text, source && `· ${source}`].filter(Boolean).join(" "),
              })),
              ...(milestone.further ?? []),
            ]}
          </MoreTimes>
        </div>
      ) : null}
    </li>
  );
}

const mark: Record<MilestoneViewState, string> = {
  reached: "text-success",
  expected: "text-quiet",
  planned: "text-quiet",
  overdue: "text-danger",
  unknown: "text-warning",
};
const path: Record<MilestoneViewState, string> = {
  reached: "M4 8l3 3 5-6",
  expected: "M8 4v4l3 2",
  planned: "",
  overdue: "M8 4v5M8 11v1",
  unknown: "M6 6q0-2 2-2t2 2-2 3M8 11v1",
};

const Mark = ({ state }: { state: MilestoneViewState }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={mark[state]}>
    <circle cx="8" cy="8" r="7" />
    <path d={path[state]} />
  </svg>
);
