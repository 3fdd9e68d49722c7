import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";
/** Header by which a script's call, and an answer that is a page, names the person for whom it was rendered. */
export const PAGE_OWNER_HEADER = "page-owner";

let mark = "";

/** Called by the frame in a browser with `user.mark`, which identifies the page's person. */
export function setPageOwner(next: string): void {
  mark = next;
}

/** Headers of every script call to the portal. */
export const pageOwnerHeaders = (): Record<string, string> => ({ [PAGE_OWNER_HEADER]: mark });

/** A page cannot end another person's session by itself: the logout page names that person and asks. */
export const leaveHref = (back: string) => withQuery(href("/logout"), { redirect: back });
