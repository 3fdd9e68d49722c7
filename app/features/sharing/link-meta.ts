import type { MetaDescriptor } from "react-router";
import { pageTitle } from "#app/components/title.ts";

/** `meta` of the pages of a link: a title without content, and nothing for search engines. */
export function linkMeta(args: Parameters<typeof pageTitle>[0]): MetaDescriptor[] {
  return [...pageTitle(args), { name: "robots", content: "noindex, nofollow" }];
}
