import { Form, href } from "react-router";
import { Fault } from "#app/components/fault.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Select } from "#app/ui/input.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import { MessageRows } from "../conversation/message-row.tsx";
import type { DeskTalkReply, DeskTalkView } from "./talk.server.ts";

interface Props {
  view: DeskTalkView;
  requestId: string;
  answer: DeskTalkReply | undefined;
}

/** A conversation with a customer: its messages, the form for an answer, and notes that stay at the desk. */
export function DeskTalk(props: Props) {
  const { t } = useText(["desk-talk-page", "messages"]);
  const { view } = props;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card className="flex flex-col gap-3">
        {view.tabs.length > 1 ? (
          <Tabs kind="pill" aria-label={t("topics")}>
            {view.tabs.map((tab) => (
              <Link
                key={tab.topic}
                to={tab.href}
                aria-current={tab.topic === view.topic ? "true" : undefined}
                className={tabStyle({ kind: "pill" })}
              >
                {`${tab.label} ${tab.unread > 0 ? `(${tab.unread}) ` : ""}`}
              </Link>
            ))}
          </Tabs>
        ) : null}
        {view.isCut ? (
          <p>
            <Link to={view.centerHref} className="text-link underline">
              {t("earlier")}
            </Link>
          </p>
        ) : null}
        <h2 className="sr-only">{t("messages")}</h2>
        {view.messages.length === 0 ? <p className="text-quiet">{t("none")}</p> : null}
        <ol className="flex flex-col gap-2">
          <MessageRows messages={view.messages} />
        </ol>
        <Answer {...props} />
      </Card>
      <Notes {...props} />
    </div>
  );
}

function Answer({ view, requestId, answer }: Props) {
  const { t } = useText("desk-talk-page");
  const own = answer?.intent === "reply" ? answer : undefined;
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-3" id="answer">
      {view.answers.length > 0 ? (
        <Form method="get" className="flex flex-wrap items-end gap-2">
          <input type="hidden" name="tab" value={view.topic} />
          <span className="min-w-0 sm:w-64">
            <Select name="answer" aria-label={t("written")} defaultValue="">
              <option value="">{t("written")}</option>
              {view.answers.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </span>{" "}
          <Button>{t("insert")}</Button>
        </Form>
      ) : null}
      {/* The key takes another chosen answer into the field. */}
      <PostForm key={view.draft} requestId={requestId} answer={own} layout="close">
        <input type="hidden" name="channelId" value={view.channelId} />
        <input type="hidden" name="seen" value={view.seen} />
        {own ? <Fault>{own.fault}</Fault> : null}
        <TextAreaField
          field={answeredField({ id: "text", value: own?.text ?? view.draft })}
          label={t("text")}
          rows={5}
        />
        {view.files.length > 0 ? (
          <fieldset>
            <legend className="text-quiet">{t("takeAlong")}</legend>
            {view.files.map(({ id, name }) => (
              <Checkbox key={id} name="file" value={id} defaultChecked>
                {name}
              </Checkbox>
            ))}
          </fieldset>
        ) : null}
        <Actions>
          <Button kind="primary" name="intent" value="reply">
            {t("send")}
          </Button>
          <Link to={view.centerHref} className="text-link underline">
            {t("withFiles")}
          </Link>{" "}
          <Link to={href("/freightForwarder/answers")} className="text-link underline">
            {t("answers")}
          </Link>
        </Actions>
      </PostForm>
    </section>
  );
}

function Notes({ view, requestId, answer }: Props) {
  const { t } = useText("desk-talk-page");
  const own = answer?.intent === "note" ? answer : undefined;
  return (
    <Section title={t("notes")} layout="close">
      <p className="text-quiet">{t("notesText")}</p>
      {view.notes.length === 0 ? <p className="text-quiet">{t("noNotes")}</p> : null}
      <ul className="flex flex-col gap-2">
        {view.notes.map(({ id, text, about }) => (
          <li key={id} className="rounded-md bg-warning-soft px-3 py-2">
            <span className="block text-xs text-quiet">{timed(about)} </span>
            <span className="whitespace-pre-line wrap-anywhere">{`${text} `}</span>
          </li>
        ))}
      </ul>
      <PostForm key={view.notes.length} requestId={requestId} answer={own} layout="close">
        {own ? <Fault>{own.fault}</Fault> : null}
        <TextAreaField
          field={answeredField({ id: "note", name: "text", value: own?.text })}
          label={t("note")}
          rows={3}
        />
        <p>
          <Button name="intent" value="note">
            {t("addNote")}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}
