/** What stands in a form's fields, by name. What the browser or conform adds, and the pick lists, are no content. */
export type FormEntry = [name: string, value: string];

export function entriesOf(form: HTMLFormElement): FormEntry[] {
  return [...new FormData(form)].flatMap(([name, value]): FormEntry[] =>
    typeof value === "string" && !name.startsWith("__") && !name.startsWith("pick.") ? [[name, value]] : [],
  );
}

/** The fields as the server gave them, whatever has been typed since. */
export function givenEntriesOf(form: HTMLFormElement): FormEntry[] {
  const copy = form.cloneNode(true) as HTMLFormElement;
  // A copy takes over what was typed; a reset takes it back, but for hidden fields, which nobody types in.
  copy.reset();
  return entriesOf(copy);
}
