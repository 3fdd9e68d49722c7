import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";

/** What a page needs to be kept for times without a network. */
export interface OfflineCopy {
  /** The address under which it is kept. */
  path: string;
  /** When it was made, on the person's clock. */
  at: string;
  /** Says so, in their language. */
  note: string;
}

const NOTE_ID = "kept-note";

/**
 * Hands the page, as it is shown, to the service worker (`public/sw.js`), which shows it when the network does
 * not answer. The note is written into that copy alone: text browsers show what is `hidden`.
 */
export function KeptOffline({ copy: { path, at, note } }: { copy: OfflineCopy }) {
  const frame = useRouteLoaderData("routes/shell/frame") as { user: { mark: string } } | undefined;
  const owner = frame?.user.mark;
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(({ active }) =>
      active?.postMessage({ owner, path, at, title: document.title, html: pictureOfPage(note) }),
    );
  }, [owner, path, at, note]);
  return <p id={NOTE_ID} hidden className="mb-4 rounded-md bg-warning-soft px-4 py-3 text-warning" />;
}

/** The page without scripts, and without buttons that would do nothing. */
function pictureOfPage(note: string): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll(
    "script, iframe, [rel=modulepreload], button:not([popovertarget])",
  ))
    part.remove();
  const place = copy.querySelector(`#${NOTE_ID}`);
  place?.removeAttribute("hidden");
  place?.append(note);
  return `<!DOCTYPE html>${copy.outerHTML}`;
}
