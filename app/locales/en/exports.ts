/** Lists saved as files; used in loaders and actions only. */
export default {
  format: { xlsx: "Export", csv: "CSV" },
  running: "Being fetched: {{size}}",
  broken: "The file broke off and was not saved. Please try again.",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    exports: typeof import("./exports.ts").default;
  }
}
