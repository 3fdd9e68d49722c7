import { useRouteLoaderData } from "react-router";
import type { Language } from "#app/contract/user.ts";

/** Data for the surroundings of every page; loaded by the root. */
export interface RootData {
  language: Language;
  product: string;
  /** The colour, and shades of it as further custom properties. */
  brand: string;
  /** Addresses of the logo, for light and dark pages; null: the portal's sign and the product's name. */
  logo: { light: string; dark: string | null } | null;
  /** Query of the addresses of icons and pictures, where they are not the operator's. */
  lookQuery: string;
  description: string | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  isHeaderFixed: boolean;
  isFooterFixed: boolean;
  analyticsUrl: string | null;
  requestId: string;
  isSignedIn: boolean;
  /** The path that guard and logout have added to the address, which the sign-in link keeps; empty without one. */
  wanted: string;
  /** A warning about forms that may have been sent, for providers that would do it twice; otherwise null. */
  unsure: string | null;
}

// An unknown URL has no root data, but the frame is still shown.
const bare: RootData = {
  language: "en",
  product: "Fairlead",
  brand: "#0b5cad",
  logo: null,
  lookQuery: "",
  description: null,
  privacyUrl: null,
  termsUrl: null,
  isHeaderFixed: false,
  isFooterFixed: false,
  analyticsUrl: null,
  requestId: "",
  isSignedIn: false,
  wanted: "",
  unsure: null,
};

/** The root's data, with what it left out; all defaults for a URL without a route. */
export function useRootData(): RootData {
  return { ...bare, ...useRouteLoaderData<Partial<RootData>>("root") };
}
