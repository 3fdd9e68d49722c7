/** Rate sheets of the desk: texts of the markup. */
export default {
  list: {
    title: "Rates in force",
    keyword: "Sheet, carrier or place",
    search: "Search",
    sheet: "Sheet",
    carrier: "Mode, carrier",
    lane: "Lane",
    charges: "Charges",
    currency: "Currency",
    days: "Valid",
    imported: "Imported",
    none: "No rates yet",
    noneFits: "No rate fits",
    noneText: "Import a sheet: quotes of its lanes can then be priced from it with one press.",
  },
  import: {
    title: "Import a rate sheet",
    lead: "Choose a CSV or XLSX file. You see what it would change before anything is changed. The rates of a sheet replace those of the same sheet code, whole or not at all.",
    file: "File",
    read: "Read the file",
    run: "Put these rates in force",
    another: "Choose another file",
    done: "To the rates",
    line: "Line",
    why: "Why",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "rate-pages": typeof import("./rate-pages.ts").default;
  }
}
