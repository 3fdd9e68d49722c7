import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";
/** By this header a script's call says for whom its page was made. */
export const PAGE_OWNER_HEADER = "page-owner";

let mark = "";

/** Told by the frame once it runs in a browser: `user.mark`, the mark of the person that the page is made for. */
export function setPageOwner(next: string): void {
  mark = next;
}

/** The headers of every call that a page's script makes to the portal. */
export const pageOwnerHeaders = (): Record<string, string> => ({ [PAGE_OWNER_HEADER]: mark });

/** Another person's session is not a page's to end: the page of logging out names them and asks. */
export const leaveHref = (back: string) => withQuery(href("/logout"), { redirect: back });
