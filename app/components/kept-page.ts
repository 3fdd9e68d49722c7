import { useEffect, useLayoutEffect } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation, useRevalidator } from "react-router";
import { isOfLink, quiet } from "./form-keeper.ts";
import { KeptPages, type PageLook } from "./kept-pages.ts";

const pages = new KeptPages();

/**
 * A `clientLoader` for routes with `handle.isKept`: on the way back it returns the earlier data at once, and
 * `useKeptPage` then loads fresh data. Use: `export const clientLoader = (args: Route.ClientLoaderArgs) =>
 * keptLoader(args)`.
 */
export function keptLoader<T>({
  request,
  serverLoader,
}: {
  request: Request;
  serverLoader: () => Promise<T>;
}): Promise<T> {
  const { pathname, search } = new URL(request.url);
  return pages.load(pathname, search, serverLoader, isOfLink);
}

/**
 * `shouldRevalidate` of the frames around the pages: going back to a kept page does not wait for the server.
 * Everything is revalidated after the page is shown. Nor does a load that nobody asked for (`quiet`) concern them, or
 * another look of the same figures.
 */
export function frameRevalidates(next: ShouldRevalidateFunctionArgs): boolean {
  const { pathname, search } = next.nextUrl;
  const isReturn = !next.formMethod && (quiet.mend || pages.left(pathname, search) || differsInLook(next));
  return !isReturn && next.defaultShouldRevalidate;
}

/** Whether two addresses differ only in how a report's table is shown (`order`, `columns`): there is nothing to load. */
export function differsInLook({
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, "currentUrl" | "nextUrl">): boolean {
  const [one, other] = [currentUrl, nextUrl].map(({ href }) =>
    href.replace(/[?&](order|columns)=[^&]*/g, ""),
  );
  return one === other && currentUrl.href !== nextUrl.href;
}

/** For a form that is finished by its submit: the next visit starts with a new page. */
export function forgetPage(pathname: string): void {
  pages.forget(pathname);
}

/** The fields of a kept page as form entries: for forms that have to render their rows first. */
export function keptEntries(pathname: string, search: string): [name: string, value: string][] | null {
  const left = pages.left(pathname, search);
  if (!left) return null;
  return left.fields.flatMap(({ name, value, isChecked }): [string, string][] =>
    isChecked === false ? [] : [[name, value]],
  );
}

/** Link of a menu entry: the page with its last query, if it is kept. */
export function keptHref(path: string): string {
  return pages.href(path);
}

/** Keeps the calling page with its fields and open panels, and restores them on return. */
export function useKeptPage(data: unknown): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  // Fields are restored before the first paint.
  useLayoutEffect(() => {
    const left = pages.left(pathname, search);
    if (left) {
      restore(left);
      Object.assign(left, { isAway: false, isRefreshing: true });
      void revalidate();
    }
    return () => pages.leave(pathname, snapshot());
  }, [pathname, search, revalidate]);
  useEffect(() => pages.stand(pathname, search, data), [pathname, search, data]);
}

function content(): HTMLElement | null {
  return document.getElementById("content");
}

function controls(): (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[] {
  return [
    ...(content()?.querySelectorAll<HTMLInputElement>("input[name], select[name], textarea[name]") ?? []),
  ].filter((control) => !["hidden", "password", "file", "submit"].includes(control.type));
}

function snapshot(): PageLook {
  const fields = controls().map((control, index) => ({
    name: control.name,
    index,
    value: control.value,
    isChecked: "checked" in control && /^(checkbox|radio)$/.test(control.type) ? control.checked : null,
  }));
  const panels = [...(content()?.querySelectorAll("details") ?? [])];
  const openPanels = panels.flatMap((panel, index) => (panel.open ? [index] : []));
  return { fields, openPanels, scrollY: window.scrollY };
}

function restore(pageLook: PageLook): void {
  const present = controls();
  for (const field of pageLook.fields) {
    const control = present[field.index];
    if (control?.name !== field.name) continue;
    if (field.isChecked !== null) (control as HTMLInputElement).checked = field.isChecked;
    else control.value = field.value;
  }
  const panels = [...(content()?.querySelectorAll("details") ?? [])];
  panels.forEach((panel, index) => {
    panel.open = pageLook.openPanels.includes(index);
  });
  window.scrollTo(0, pageLook.scrollY);
}
