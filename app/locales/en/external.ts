/** External pages in frames; used in loaders only. */
export default {
  open: "Open at {{host}}",
  window: "Your forwarder keeps this file. It opens in a window of its own.",
  openWindow: "Open the file",
  refused: "{{host}} does not allow its page to be shown here. Please open it with the link.",
  elsewhere: "This page leads to another site, which is not shown here. Please open it with the link.",
  silent: "{{host}} did not answer the portal. If nothing appears below, please open the page with the link.",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    external: typeof import("./external.ts").default;
  }
}
