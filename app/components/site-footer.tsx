import { href } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { useRootData } from "./root-data.ts";

/** Copyright, privacy and terms (product 1.6). The labels are links if the operator has set the URLs. */
export function SiteFooter() {
  const { t } = useText();
  const { product, privacyUrl, termsUrl, isFooterFixed } = useRootData();
  return (
    <footer className={`border-t border-line bg-card ${isFooterFixed ? "sticky bottom-0" : ""}`}>
      <div className="mx-auto flex max-w-page flex-wrap gap-x-6 gap-y-1 px-4 py-4 text-xs text-quiet">
        <span className="mr-auto max-sm:w-full">{t("footer.copyright", { product })}</span>
        <FooterLabel text={t("footer.clock")} href={href("/clock")} />
        <FooterLabel text={t("footer.privacy")} href={privacyUrl} />
        <FooterLabel text={t("footer.terms")} href={termsUrl} />
      </div>
    </footer>
  );
}

function FooterLabel({ text, href }: { text: string; href: string | null }) {
  if (!href) return <span> {text}</span>;
  return (
    <>
      {" "}
      <a href={href} className="underline">
        {text}
      </a>
    </>
  );
}
