import { PostForm } from "#app/components/page/post-form.tsx";
import { channelTypes, type Topic } from "#app/contract/message-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { OPEN_SUBJECT } from "./address.ts";

/** Opens the conversation of a shipment, booking or quote from its page, and creates it if there is none. */
export function SubjectButton({
  topic,
  subjectId,
  requestId,
}: {
  topic: Topic;
  subjectId: string;
  requestId: string;
}) {
  const { t } = useText();
  return (
    <PostForm
      requestId={requestId}
      layout="plain"
      className="print:hidden"
      reloadDocument
      action={OPEN_SUBJECT}
    >
      <input type="hidden" name="type" value={channelTypes[topic]} />
      <input type="hidden" name="subjectId" value={subjectId} />
      <Button>{t("messages")}</Button>
    </PostForm>
  );
}
