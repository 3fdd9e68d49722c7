import { RequestId } from "#app/components/form.tsx";
import type { Topic } from "#app/contract/message-code.ts";
import { emojiByName, emojiCode, emojiNames } from "#app/lib/emoji-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/input.tsx";
import { FILES } from "./address.ts";
import type { SendReply } from "./send.server.ts";

/** Writes a message. A plain form: after it the page comes anew, and what was not sent stands in it again. */
export function Composer({
  action,
  channelId,
  requestId,
  answer,
}: {
  action: string;
  channelId: string;
  requestId: string;
  answer: SendReply | undefined;
}) {
  const { t } = useText("messages");
  return (
    <form method="post" action={action} className="flex flex-col gap-2 print:hidden">
      <RequestId fresh={requestId} answer={answer} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="channelId" value={channelId} />
      <label htmlFor="message" className="font-medium">
        {t("composer.label")}
      </label>
      <TextArea
        id="message"
        name="text"
        defaultValue={answer?.text}
        autoFocus={answer !== undefined}
        aria-invalid={answer ? true : undefined}
        aria-describedby={answer ? "message-fault" : undefined}
      />
      {answer ? (
        <p id="message-fault" role="alert" className="text-xs text-danger">
          {answer.fault}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary">{t("composer.send")}</Button>
        <EmojiCodes />
      </div>
    </form>
  );
}

/** Without scripts a code is typed or copied. */
function EmojiCodes() {
  const { t } = useText("messages");
  return (
    <details>
      <summary className="py-2 text-link underline">{t("composer.emoji")}</summary>
      <p className="text-quiet">{t("composer.emojiText")}</p>
      <ul className="flex flex-wrap gap-x-4">
        {emojiNames.map((name) => (
          <li key={name}>
            {emojiByName[name]} {emojiCode(name)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Sends files, by a form of its own: they go by the portal unread while they come. */
export function FileForm({
  session,
  tab,
  channelId,
  requestId,
  limits,
}: {
  session: string;
  tab: Topic;
  channelId: string;
  requestId: string;
  limits: string;
}) {
  const { t } = useText("messages");
  const query = new URLSearchParams({ session, tab, channel: channelId, requestId });
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={`${FILES}?${query}`}
      className="flex flex-col gap-2 print:hidden"
    >
      <input type="hidden" name="teamParams" value={JSON.stringify({ channelId })} />
      <label htmlFor="files" className="font-medium">
        {t("files.add")}
      </label>
      <p id="files-limits" className="text-xs text-quiet">
        {limits}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id="files"
          type="file"
          name="file"
          multiple
          required
          aria-describedby="files-limits"
          className="min-h-9 w-full max-w-narrow"
        />
        <Button>{t("files.send")}</Button>
      </div>
    </form>
  );
}
