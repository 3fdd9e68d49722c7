import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { type Caller, Refusal } from "../http/handler.ts";
import { mayUseMessages } from "../realtime/unread.ts";

/** Every call of the message center is for those who have its button (spec 6). */
export function mustUseMessages(caller: Caller): void {
  if (!mayUseMessages(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
