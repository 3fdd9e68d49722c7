import { href, useLocation } from "react-router";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Brand } from "./brand.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { useRootData } from "./root-data.ts";
import { SiteFooter } from "./site-footer.tsx";

/** The frame of public pages, and of errors before a user is known: name, tracking, language, footer. */
export function PlainFrame({ children, isSignedIn }: { children: React.ReactNode; isSignedIn?: boolean }) {
  const { t } = useText();
  const { isHeaderFixed } = useRootData();
  const { search } = useLocation();
  // Guard and logout add the requested path, which the sign-in link keeps.
  const wanted = sameSitePath(new URLSearchParams(search).get("redirect"), "");
  const signInHref = wanted ? withQuery(href("/login"), { redirect: wanted }) : href("/login");
  return (
    <>
      <header className={`border-b border-line bg-card ${isHeaderFixed ? "sticky top-0 z-10" : ""}`}>
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <Brand href={href("/home")} />
          <nav aria-label={t("mainNavigation")} className="mr-auto flex gap-4">
            <a href={href("/tracking/preview")} className="text-foreground hover:underline">
              {t("nav.tracking")}
            </a>
          </nav>
          <LanguageSwitch />
          <a href={isSignedIn ? "/" : signInHref} className="text-link hover:underline">
            {isSignedIn ? t("toPortal") : t("signIn")}
          </a>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-page flex-1 px-4 py-6">
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
