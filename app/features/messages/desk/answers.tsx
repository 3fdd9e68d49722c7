import { Begun, BegunChoice } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Fault } from "#app/components/fault.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, TextAreaField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { CannedAnswer } from "#app/contract/desk-talk.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { answerFilesHref } from "../address.ts";
import type { DeskAnswersReply } from "./answers.server.ts";

interface Props {
  requestId: string;
  answer: DeskAnswersReply | undefined;
}

/** Answers that are written once, each in both languages. */
export function DeskAnswers({ answers, ...rest }: Props & { answers: readonly CannedAnswer[] }) {
  const { t } = useText("desk-talk-page");
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p className="text-quiet">{t("answersText", { person: "{name}", number: "{number}", me: "{me}" })}</p>
      {answers.map((each) => (
        <Collapsible
          key={each.id}
          open={rest.answer?.id === each.id}
          kind="quiet"
          summary={<span className="font-medium">{each.name}</span>}
        >
          <AnswerForm stored={each} {...rest} />
        </Collapsible>
      ))}
      <AnswerForm stored={null} {...rest} />
    </div>
  );
}

function AnswerForm({ stored, requestId, answer }: Props & { stored: CannedAnswer | null }) {
  const { t } = useText("desk-talk-page");
  const own = answer && answer.id === (stored?.id ?? "") ? answer : undefined;
  const field = (name: "name" | "en" | "zh") =>
    answeredField({
      id: `${name}-${stored?.id ?? "new"}`,
      name,
      value: own?.typed[name] ?? stored?.[name],
      fault: own?.faults[name],
    });
  const form = (
    <PostForm key={stored?.version} requestId={requestId} answer={own}>
      <input type="hidden" name="id" value={stored?.id ?? ""} />
      <input type="hidden" name="version" value={stored?.version ?? 0} />
      {stored ? (
        <Begun
          fields={{ name: stored.name, en: stored.en, zh: stored.zh }}
          version={stored.version}
          answer={own}
        />
      ) : null}
      {own?.conflict ? <BegunChoice conflict={own.conflict} intent="save" /> : null}
      {own?.fault ? <Fault>{own.fault}</Fault> : null}
      <InputField field={field("name")} label={t("answerName")} isAlert />
      <TextAreaField field={field("en")} label={t("answerEn")} isAlert />
      <TextAreaField field={field("zh")} label={t("answerZh")} isAlert />
      <Actions>
        <Button kind="primary" name="intent" value="save">
          {t("saveAnswer")}
        </Button>
        {stored ? (
          <>
            <Button kind="danger" name="intent" value="remove">
              {t("removeAnswer")}
            </Button>
            <ButtonLink to={answerFilesHref(stored.id)}>
              {t("answerFiles", { count: stored.files.length })}
            </ButtonLink>
          </>
        ) : null}
      </Actions>
    </PostForm>
  );
  return stored ? <Card>{form}</Card> : <Section title={t("newAnswer")}>{form}</Section>;
}
