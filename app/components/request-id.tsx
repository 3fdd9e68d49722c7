import type { FormReply } from "./form.tsx";

/** The hidden request id of every form: `fresh` from the loader, or the id of the write to retry. */
export function RequestId({ fresh, answer }: { fresh: string; answer?: Pick<FormReply, "requestId"> }) {
  return <input type="hidden" name="requestId" value={answer?.requestId ?? fresh} />;
}
