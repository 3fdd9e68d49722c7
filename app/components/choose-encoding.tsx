import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Radio } from "#app/ui/checkbox.tsx";
import { Actions } from "./page/actions.tsx";
import { PostForm } from "./page/post-form.tsx";
import { Section } from "./page/section.tsx";

export interface EncodingView {
  title: string;
  lead: string;
  read: string;
  /** `lines`: those with letters that differ by the encoding. */
  choices: { encoding: string; name: string; lines: string[] }[];
}

/** Asks in which of its likely encodings a file is: the one in which its letters are right. */
export function ChooseEncoding({
  view,
  requestId,
  answer,
  children,
}: {
  view: EncodingView;
  requestId: string;
  answer: { fault: string; requestId: string | null } | undefined;
  children: ReactNode;
}) {
  return (
    <Section title={view.title}>
      <PostForm requestId={requestId} answer={answer}>
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-4">{view.lead}</legend>
          {view.choices.map(({ encoding, name, lines }, index) => (
            <Radio key={encoding} isLong name="encoding" value={encoding} defaultChecked={index === 0}>
              <span className="font-medium">{`${name} `}</span>
              {lines.map((line) => (
                <span key={line} className="block wrap-anywhere">
                  {`${line} `}
                </span>
              ))}
            </Radio>
          ))}
        </fieldset>
        <Actions>
          <Button kind="primary">{view.read}</Button> {children}
        </Actions>
      </PostForm>
    </Section>
  );
}
