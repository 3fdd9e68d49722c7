/** Texts of a form whose fields were changed meanwhile, by somebody else or in another window. */
export default {
  title: "This was changed since you opened it",
  text: "What you did not touch shows what is stored now.",
  field: "Field",
  mine: "Yours",
  theirs: "Stored now",
  empty: "empty",
  keepMine: "Save mine over it",
  takeTheirs: "Drop mine",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "form-conflict": typeof import("./form-conflict.ts").default;
  }
}
