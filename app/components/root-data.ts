import { useRouteLoaderData } from "react-router";
import type { Language } from "#app/contract/user.ts";

/** What every page of the product shows around its content; loaded by the root. */
export interface RootData {
  language: Language;
  product: string;
  brand: string;
  privacyUrl: string | null;
  termsUrl: string | null;
  isHeaderFixed: boolean;
  isFooterFixed: boolean;
  analyticsUrl: string | null;
  requestId: string;
  isSignedIn: boolean;
  /** What to know of a form that was perhaps sent, at a provider that would do it twice; null at any other. */
  unsure: string | null;
}

// An unknown address has no data of the root; the frame still stands.
const bare: RootData = {
  language: "en",
  product: "Fairlead",
  brand: "#0b5cad",
  privacyUrl: null,
  termsUrl: null,
  isHeaderFixed: false,
  isFooterFixed: false,
  analyticsUrl: null,
  requestId: "",
  isSignedIn: false,
  unsure: null,
};

/** What the root has loaded; of an address that has no route, the defaults. */
export function useRootData(): RootData {
  return useRouteLoaderData("root") ?? bare;
}
