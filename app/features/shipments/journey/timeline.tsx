import { Moment, timed } from "#app/components/moment.tsx";
import { MoreTimes } from "#app/components/more-times.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { MilestoneView, MilestoneViewState, TimelineGroup, TimelineView } from "./timeline.server.ts";

/** Milestones as a list from top to bottom; `drawTimeline` makes its texts. */
export function Timeline({ timeline }: { timeline: TimelineView }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        {timeline.news.map(({ text, isStale }) => (
          <p key={text} className={isStale ? "font-medium text-warning" : "text-quiet"}>
            {text}
          </p>
        ))}
      </div>
      {timeline.discrepancies.map((text) => (
        <p key={textOf(text)} className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {timed(text)}
        </p>
      ))}
      {timeline.groups.map((group) => (
        <Group key={`${group.title} ${group.milestones[0]?.key}`} group={group} />
      ))}
      {timeline.others ? (
        <Collapsible kind="quiet" summary={timeline.others.title}>
          <ul className="mt-2 flex flex-col gap-1 text-xs text-quiet">
            {timeline.others.texts.map((text) => (
              <li key={textOf(text)}>{timed(text)}</li>
            ))}
          </ul>
        </Collapsible>
      ) : null}
      <p className="text-xs text-quiet">{timeline.zone}</p>
    </div>
  );
}

function Group({ group }: { group: TimelineGroup }) {
  const heading = (
    <>
      <h3 className="font-semibold">{group.title}</h3>
      {group.subtitle ? <span className="text-quiet">{group.subtitle}</span> : null}
    </>
  );
  const list = (
    <ol className="mt-2">
      {group.milestones.map((milestone) => (
        <Entry key={milestone.key} milestone={milestone} />
      ))}
    </ol>
  );
  if (group.folded === null) {
    return (
      <section>
        <div className="flex flex-wrap gap-x-3">{heading}</div>
        {list}
      </section>
    );
  }
  return (
    <details>
      <summary className="flex flex-wrap gap-x-3">
        {heading} <span className="text-link">{group.folded}</span>
      </summary>
      {list}
    </details>
  );
}

const line: Record<MilestoneViewState, string> = {
  reached: "border-success",
  expected: "border-line",
  planned: "border-line",
  overdue: "border-line",
  unknown: "border-line",
};
const mark: Record<MilestoneViewState, string> = {
  reached: "text-success",
  expected: "text-info",
  planned: "text-quiet",
  overdue: "text-danger",
  unknown: "text-warning",
};

function Entry({ milestone }: { milestone: MilestoneView }) {
  const { state, times, notes, reason } = milestone;
  const [held, ...rest] = times;
  return (
    <li className={`relative ml-2 border-l-2 pb-4 pl-5 ${line[state]}`}>
      <Mark state={state} />
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-4">
        <div>
          <p>
            <span className="font-medium">{milestone.label}</span>{" "}
            <span className={`text-xs ${mark[state]}`}>{milestone.stateText}</span>
          </p>
          {milestone.place ? <p className="text-quiet">{milestone.place}</p> : null}
          {notes.map((note) => (
            <p key={textOf(note)} className={`text-xs ${state === "overdue" ? "text-danger" : "text-quiet"}`}>
              {timed(note)}
            </p>
          ))}
          {reason ? <p className="text-xs text-warning">{reason}</p> : null}
        </div>
        <div>
          {held ? (
            <MoreTimes
              shown={
                <>
                  <span className="text-quiet">{held.label}</span> <Moment moment={held} />
                </>
              }
            >
              {[
                [held.other, held.source].filter(Boolean).join(" · "),
                ...rest.map(({ label, source, ...time }) => ({
                  ...time,
                  part: time.text,
                  text: [label, time.text, source && `· ${source}`].filter(Boolean).join(" "),
                })),
              ]}
            </MoreTimes>
          ) : null}
        </div>
      </div>
    </li>
  );
}

const path: Record<MilestoneViewState, string> = {
  reached: "M4 8l3 3 5-6",
  expected: "M8 4v4l3 2",
  planned: "",
  overdue: "M8 4v5M8 11v1",
  unknown: "M6 6q0-2 2-2t2 2-2 3M8 11v1",
};

function Mark({ state }: { state: MilestoneViewState }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="18"
      height="18"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      className={`absolute -left-[10px] bg-card ${mark[state]}`}
    >
      <circle cx="8" cy="8" r="7" />
      <path d={path[state]} />
    </svg>
  );
}
