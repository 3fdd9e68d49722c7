import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";

export interface ArrangedBlock {
  key: string;
  label: string;
  isShown: boolean;
}

interface ArrangeView {
  blocks: ArrangedBlock[];
  /** Nothing to bring back. */
  isUsual: boolean;
  texts: Record<"lead" | "legend" | "up" | "down" | "save" | "reset" | "back", string>;
}

/** Which blocks the dashboard has, and in which order: a press on an arrow keeps what is ticked, too. */
export function Arrange({
  view: { blocks, isUsual, texts },
  ...ids
}: {
  view: ArrangeView;
  requestId: string;
  answer: { requestId: string | null } | undefined;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <p className="text-quiet">{texts.lead}</p>
      <PostForm {...ids}>
        {/* The Enter key presses a form's first button, which is to save. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {texts.save}
        </button>
        <fieldset>
          <legend className="mb-1 text-base font-semibold">{texts.legend}</legend>
          <ol>
            {blocks.map(({ key, label, isShown }, index) => (
              <li key={key} className="flex items-center justify-between gap-2 border-b border-line py-2">
                <input type="hidden" name="block" value={key} />
                <Checkbox name="shown" value={key} defaultChecked={isShown}>
                  {label}
                </Checkbox>
                <span className="flex gap-2">
                  <Move way="up" block={key} text={texts.up} label={label} isOff={index === 0} />
                  <Move
                    way="down"
                    block={key}
                    text={texts.down}
                    label={label}
                    isOff={index === blocks.length - 1}
                  />
                </span>
              </li>
            ))}
          </ol>
        </fieldset>
        <Actions>
          <Button kind="primary">{`${texts.save} `}</Button>
          {isUsual ? null : (
            <Button name="reset" value="1">
              {texts.reset}
            </Button>
          )}
          <Link to={href("/dashboard")} className="text-link underline">
            {texts.back}
          </Link>
        </Actions>
      </PostForm>
    </Card>
  );
}

function Move({
  way,
  block,
  text,
  label,
  isOff,
}: {
  way: "up" | "down";
  block: string;
  text: string;
  label: string;
  isOff: boolean;
}) {
  return (
    <Button size="small" name="move" value={`${way}:${block}`} disabled={isOff}>
      {`${text} `}
      <span className="sr-only">{label}</span>
    </Button>
  );
}
