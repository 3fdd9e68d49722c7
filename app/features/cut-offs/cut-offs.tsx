import { Moment, timed } from "#app/components/moment.tsx";
import { MoreTimes } from "#app/components/more-times.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { CutOffsView } from "./cut-offs.server.ts";

const tones = { done: "text-quiet", open: "", soon: "text-warning", passed: "text-danger" } as const;

/** What has to be handed in until when, with what is still missing. */
export function CutOffs({ cutOffs }: { cutOffs: CutOffsView }) {
  return (
    <Section title={cutOffs.title} layout="text" className="my-4">
      <ul>
        {cutOffs.rows.map(({ code, name, place, moment, lines, state, left }) => (
          <li
            key={code}
            className="border-b border-line py-2 last:border-0 sm:grid sm:grid-cols-3 sm:gap-x-4"
          >
            <div>
              <p className="font-medium">{name} </p>
              {place ? <p className="text-xs text-quiet">{place}</p> : null}
            </div>
            <div>
              <MoreTimes shown={<Moment moment={moment} />}>{[moment.other ?? "", ...lines]}</MoreTimes>
            </div>
            <div>
              <p className={tones[state.kind]}>{timed(state.text)} </p>
              {left ? <p className={`text-xs ${tones[state.kind]}`}>{left}</p> : null}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-quiet">{cutOffs.note}</p>
    </Section>
  );
}
