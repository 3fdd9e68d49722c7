import type { Namespaces } from "./namespaces.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: Namespaces;
    returnNull: false;
  }
}
