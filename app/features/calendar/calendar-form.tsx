import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Radio } from "#app/ui/checkbox.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import type { CalendarView } from "./calendar.server.ts";

interface FormProps {
  view: CalendarView;
  requestId: string;
  answer: { requestId: string | null } | undefined;
}

/** Makes, changes, renews and ends the address. */
export function CalendarForm({ view, requestId, answer }: FormProps) {
  const { isOn, scope, scopes, words } = view;
  const isPending = useNavigation().state === "submitting" || undefined;
  return (
    <>
      <PostForm requestId={requestId} answer={answer} layout="close">
        <FieldSet legend={words.legend}>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {scopes.map(({ value, label }) => (
              <Radio key={value} name="scope" value={value} defaultChecked={value === scope}>
                {label}
              </Radio>
            ))}
          </div>
        </FieldSet>
        <p>
          <Button kind="primary" name="intent" value={isOn ? "save" : "make"} aria-disabled={isPending}>
            {isOn ? words.save : words.make}
          </Button>
        </p>
      </PostForm>
      {isOn ? (
        <>
          <Press
            intent="renew"
            text={words.renewText}
            label={words.renew}
            view={view}
            requestId={requestId}
            answer={answer}
          />
          <Press
            intent="revoke"
            text={words.revokeText}
            label={words.revoke}
            view={view}
            requestId={requestId}
            answer={answer}
          />
        </>
      ) : null}
    </>
  );
}

function Press({
  intent,
  text,
  label,
  view,
  requestId,
  answer,
}: FormProps & { intent: "renew" | "revoke"; text: string; label: string }) {
  return (
    <PostForm requestId={requestId} answer={answer} layout="close" className="border-t border-line pt-4">
      <input type="hidden" name="scope" value={view.scope} />
      <p>{text}</p>
      <p>
        <Button kind={intent === "revoke" ? "danger" : "secondary"} name="intent" value={intent}>
          {label}
        </Button>
      </p>
    </PostForm>
  );
}

/** The address, in the answer that tells it. */
export function CalendarAddress({ made, url }: { made: CalendarView["made"]; url: string }) {
  return (
    <>
      <p role="status">{made.text}</p>
      <p className="flex items-center gap-2">
        <Input readOnly value={url} aria-label={made.label} /> <CopyButton text={url} />
      </p>
      <p>
        <ButtonLink to={href("/account/calendar")}>{made.back}</ButtonLink>
      </p>
    </>
  );
}
