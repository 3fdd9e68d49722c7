import type { FormPurpose } from "./form-save.server.ts";

/** A reload, and the way back, go on with the booking instead of beginning another. */
export function showInAddress(id: string, purpose: FormPurpose): void {
  const address = new URL(window.location.href);
  address.search = purpose === "draft" ? `?id=${id}` : `?id=${id}&as=${purpose}`;
  window.history.replaceState(window.history.state, "", address);
}

/**
 * The same for a form that has been saved and is about to lead on: before the router puts the next page on top of it,
 * which a slow machine does before it draws anything.
 */
export function showSavedInAddress(answer: unknown): void {
  const location = answer instanceof Response ? answer.headers.get("location") : null;
  if (!location || new URLSearchParams(window.location.search).has("id")) return;
  const { pathname, searchParams } = new URL(location, window.location.href);
  const id = searchParams.get("id") ?? /\/bookingDetail\/(\d+)$/.exec(pathname)?.[1];
  if (id) showInAddress(id, "draft");
}
