import { JSDOM } from "jsdom";

/** The fields of a form as a browser would send them, by the id of the form. */
export function formIn({ html }: { html: string }, id: string): Record<string, string> {
  const { window } = new JSDOM(html);
  const form = window.document.querySelector<HTMLFormElement>(`form#${id}`);
  if (!form) throw new Error(`There is no form ${id}`);
  const fields = [...new window.FormData(form)].map(([name, value]) => [name, String(value)]);
  window.close();
  return Object.fromEntries(fields);
}
