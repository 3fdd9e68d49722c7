import { preloadModule } from "react-dom";
import type { MiddlewareFunction } from "react-router";
import { browserWords } from "#app/locales/words.client.ts";
import type { Results } from "./form-keeper.ts";
import { type PageHandle, textsOfPage } from "./page-handle.ts";

/** What the router's table of routes, which `launcher/lean-manifest.ts` writes, says of a page. */
interface PageScripts {
  path?: string;
  module: string;
  imports?: string[];
}
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, PageScripts> };
  }
}

/**
 * On a click, asks for the scripts that the next page's module imports together with the module, and for its words as soon as
 * the module is there. The router would find the scripts a round trip later, and the page its words when it is
 * drawn, after its data.
 */
export const bringPage: MiddlewareFunction<Results> = ({ pattern }, next) => {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const page = routes.find(({ path }) => `/${path}` === pattern);
  for (const script of page?.imports ?? []) preloadModule(script, { as: "script" });
  if (page) void bringWords(page.module);
  return next();
};

async function bringWords(module: string): Promise<void> {
  // Where it cannot be loaded, the router says so.
  void browserWords.bringTable();
  const page: { handle?: PageHandle } = await import(/* @vite-ignore */ module).catch(() => ({}));
  await browserWords.load(textsOfPage([page.handle]));
}
