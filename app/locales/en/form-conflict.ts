/** Texts of a form whose fields somebody else has changed meanwhile. */
export default {
  title: "Somebody else changed this meanwhile",
  text: "Both of you changed these fields. Nothing was overwritten. What you did not touch shows what is stored now.",
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
