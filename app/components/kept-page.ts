import { useEffect, useLayoutEffect } from "react";
import { type ShouldRevalidateFunctionArgs, useLocation, useRevalidator } from "react-router";
import { Recent } from "#app/lib/recent.ts";
import { isOfLink } from "./lost-link.tsx";

/** The page cache (product 2.4: at most 20). It lives in the browser's memory and ends with it. */

const KEPT_PAGES_MAX = 20;

interface KeptField {
  name: string;
  index: number;
  value: string;
  isChecked: boolean | null;
}
interface KeptPage {
  search: string;
  data: unknown;
  fields: KeptField[];
  /** Which `details` of the page stand open, by their order. */
  openPanels: number[];
  scrollY: number;
  /** Left and not yet come back to: what is shown first on the return is old. */
  isAway: boolean;
  /** Come back to, and being read anew. */
  isRefreshing: boolean;
}

const pages = new Recent<KeptPage>(KEPT_PAGES_MAX);

/**
 * A `clientLoader` for routes with `handle.isKept`: on the way back it answers at once with what was there, and the
 * page fetches fresh data when it stands (`useKeptPage`).
 * Use: `export const clientLoader = (args: Route.ClientLoaderArgs) => keptLoader(args)`.
 */
export async function keptLoader<T>({
  request,
  serverLoader,
}: {
  request: Request;
  serverLoader: () => Promise<T>;
}): Promise<T> {
  const { pathname, search } = new URL(request.url);
  const kept = pages.get(pathname);
  if (kept?.isAway && kept.search === search) return kept.data as T;
  try {
    return await serverLoader();
  } catch (error) {
    // Nobody asked for more than what was there.
    if (kept?.isRefreshing && kept.search === search && isOfLink(error)) return kept.data as T;
    throw error;
  } finally {
    if (kept) kept.isRefreshing = false;
  }
}

/**
 * `shouldRevalidate` of the frames around the pages: the way back to a kept page waits for no answer. When the page
 * stands everything is read anew.
 */
export function frameRevalidates(next: ShouldRevalidateFunctionArgs): boolean {
  const { pathname, search } = next.nextUrl;
  const kept = pages.get(pathname);
  const isReturn = !next.formMethod && kept?.isAway && kept.search === search;
  return !isReturn && next.defaultShouldRevalidate;
}

/** For a form whose work is done with its submit: the next visit begins anew. */
export function forgetPage(pathname: string): void {
  pages.delete(pathname);
}

/** The fields of a page that is come back to, as a form would send them: for forms whose rows have to stand there first. */
export function keptEntries(pathname: string, search: string): [name: string, value: string][] | null {
  const kept = pages.get(pathname);
  if (!kept?.isAway || kept.search !== search) return null;
  return kept.fields.flatMap(({ name, value, isChecked }): [string, string][] =>
    isChecked === false ? [] : [[name, value]],
  );
}

/** Where a menu entry leads: to the page as it was left, if it is kept. */
export function keptHref(href: string): string {
  const kept = href.includes("?") ? undefined : pages.get(href);
  return kept ? href + kept.search : href;
}

/** Keeps the page that calls it, with its half-filled forms and open panels, and gives them back on the return. */
export function useKeptPage(data: unknown): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  // Fields are restored before the person sees them empty.
  useLayoutEffect(() => {
    const kept = pages.get(pathname);
    const isReturn = kept?.isAway === true && kept.search === search;
    if (isReturn) {
      restore(kept);
      Object.assign(kept, { isAway: false, isRefreshing: true });
      void revalidate();
    }
    return () => {
      const left = pages.get(pathname);
      if (left) Object.assign(left, snapshot(), { isAway: true });
    };
  }, [pathname, search, revalidate]);
  useEffect(() => {
    const kept = pages.get(pathname);
    pages.set(pathname, {
      fields: [],
      openPanels: [],
      scrollY: 0,
      isAway: false,
      isRefreshing: false,
      ...(kept?.search === search ? kept : {}),
      search,
      data,
    });
  }, [pathname, search, data]);
}

function content(): HTMLElement | null {
  return document.getElementById("content");
}

function controls(): (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[] {
  return [
    ...(content()?.querySelectorAll<HTMLInputElement>("input[name], select[name], textarea[name]") ?? []),
  ].filter((control) => !["hidden", "password", "file", "submit"].includes(control.type));
}

function snapshot(): Pick<KeptPage, "fields" | "openPanels" | "scrollY"> {
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

function restore(kept: KeptPage): void {
  const present = controls();
  for (const field of kept.fields) {
    const control = present[field.index];
    if (control?.name !== field.name) continue;
    if (field.isChecked !== null) (control as HTMLInputElement).checked = field.isChecked;
    else control.value = field.value;
  }
  const panels = [...(content()?.querySelectorAll("details") ?? [])];
  panels.forEach((panel, index) => {
    panel.open = kept.openPanels.includes(index);
  });
  window.scrollTo(0, kept.scrollY);
}
