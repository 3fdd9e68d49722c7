import { createContext, useContext } from "react";
import { useLocation } from "react-router";
import { isBelow, type NavEntry } from "#app/access/navigation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Link } from "../link.tsx";

/** The tabs of the menu, from the frame. */
export const MenuTabs = createContext<readonly NavEntry[]>([]);

/**
 * The way back, at the same place of every page: the tab below which it lies, and what lies between. The page itself is the heading
 * below, or `children` where the heading is an answer.
 */
export function Crumbs({
  back,
  children,
}: {
  back?: { href: string; text: string } | undefined;
  children?: React.ReactNode;
}) {
  const { t } = useText();
  const { pathname } = useLocation();
  const tab = useContext(MenuTabs).find((each) => isBelow(each, pathname));
  const isTab = tab && tab.href !== pathname && tab.href !== back?.href;
  return back || isTab || children ? (
    <nav aria-label={t("breadcrumb")} className="crumbs">
      {isTab ? <Link to={tab.href} isKept>{`${t(`nav.${tab.label}`)} `}</Link> : null}
      {back ? <Link to={back.href}>{`${back.text} `}</Link> : null}
      {children ? <span aria-current="page">{children}</span> : null}
    </nav>
  ) : null;
}
