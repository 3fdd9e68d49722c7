/** The form's typed fields by name. Fields of the browser or conform, and those of the address book, are no content. */
export type FormEntry = [name: string, value: string];

export function entriesOf(form: HTMLFormElement): FormEntry[] {
  return [...new FormData(form)].flatMap(([name, value]): FormEntry[] =>
    typeof value === "string" && !/^(__|pick\.|find\.)/.test(name) ? [[name, value]] : [],
  );
}

/** The fields as the server rendered them, whatever has been typed since. */
export function givenEntriesOf(form: HTMLFormElement): FormEntry[] {
  const copy = form.cloneNode(true) as HTMLFormElement;
  // A clone contains typed text; reset() removes it, except from hidden fields, which nobody types in.
  copy.reset();
  return entriesOf(copy);
}
