import type { FormPurpose } from "./form-save.server.ts";

/**
 * Puts the draft's id into the URL, so that a reload or going back continues this booking instead of starting
 * another.
 */
export function showInAddress(id: string, purpose: FormPurpose): void {
  const address = new URL(window.location.href);
  address.search = purpose === "draft" ? `?id=${id}` : `?id=${id}&as=${purpose}`;
  window.history.replaceState(window.history.state, "", address);
}

/**
 * The same for a form that was saved and is about to navigate: the URL has to change before the router pushes
 * the next page, which on slow machines happens before anything is rendered.
 */
export function showSavedInAddress(answer: unknown): void {
  const location = answer instanceof Response ? answer.headers.get("location") : null;
  if (!location || new URLSearchParams(window.location.search).has("id")) return;
  const { pathname, searchParams } = new URL(location, window.location.href);
  const id = searchParams.get("id") ?? /\/bookingDetail\/(\d+)$/.exec(pathname)?.[1];
  if (id) showInAddress(id, "draft");
}
