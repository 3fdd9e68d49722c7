import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Brand } from "./brand.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { useRootData } from "./root-data.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SkipLink } from "./skip-link.tsx";

/**
 * The frame of public pages, and of errors before a user is known: name, tracking, language, footer. `header` replaces
 * its own.
 */
export function PlainFrame({
  children,
  isSignedIn,
  header,
}: {
  children: React.ReactNode;
  isSignedIn?: boolean;
  header?: React.ReactNode;
}) {
  return (
    <>
      {header ?? <PlainHeader isSignedIn={isSignedIn} />}
      <main id="content" className="mx-auto w-full max-w-page flex-1 px-4 py-6">
        {children}
      </main>
      <SiteFooter />
    </>
  );
}

function PlainHeader({ isSignedIn }: { isSignedIn?: boolean | undefined }) {
  const { t } = useText();
  const { wanted } = useRootData();
  const signInHref = withQuery(href("/login"), { redirect: wanted });
  return (
    <header className="head">
      <SkipLink />
      <Brand href={href("/home")} />{" "}
      <nav aria-label={t("mainNavigation")}>
        <a href={href("/tracking/preview")} className="item">
          {t("nav.tracking")}
        </a>
      </nav>
      <LanguageSwitch />
      <a href={isSignedIn ? "/" : signInHref} className="item text-link">
        {isSignedIn ? t("toPortal") : t("signIn")}
      </a>
    </header>
  );
}
