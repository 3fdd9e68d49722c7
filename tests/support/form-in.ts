import { JSDOM } from "jsdom";

/** What a browser without scripts sends of a form, by the form's id or by the value of one of its buttons. */
export function entriesIn({ html }: { html: string }, name: string): [string, string][] {
  const { window } = new JSDOM(html);
  const forms = [...window.document.querySelectorAll("form")];
  const form = forms.find(
    ({ id, elements }) => id === name || [...elements].some((each) => isButton(each, name)),
  );
  if (!form) throw new Error(`There is no form ${name}`);
  const entries = [...new window.FormData(form)].map(([field, value]): [string, string] => [
    field,
    String(value),
  ]);
  window.close();
  return entries;
}

const isButton = (element: Element, value: string) =>
  element.tagName === "BUTTON" && element.getAttribute("value") === value;

/** The same by name, for forms in which no name comes twice. */
export const formIn = (page: { html: string }, name: string): Record<string, string> =>
  Object.fromEntries(entriesIn(page, name));
