import { useState } from "react";
import { href, useLocation } from "react-router";
import {
  type HeaderAction,
  isBelow,
  type NavEntry,
  unreadBadge,
  type WaitingLabel,
} from "#app/access/navigation.ts";
import { leaveHref } from "#app/access/page-owner.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import { Brand } from "./brand.tsx";
import { ButtonLink } from "./button-link.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Link } from "./link.tsx";
import { SearchBox } from "./search-box.tsx";
import { SkipLink } from "./skip-link.tsx";
import { UnreadCount } from "./unread-count.tsx";

type LogoutDialog = typeof import("./logout-dialog.tsx").default;

export interface ShellUser {
  id: string;
  name: string;
  userName: string;
  role: string;
  company: string;
  avatar: string | null;
}

/**
 * The header of signed-in pages (product 2.6): a row of 48 px, and the navigation, which is a popover on narrow windows and
 * a row of tabs of 40 px on wide ones, where 'More' opens the same popover with all that stands below the tabs. The browser
 * opens and closes popovers without scripts; one that does not know them shows their contents at the page's end (`app.css`).
 */
export function ShellHeader({
  user,
  tabs,
  actions,
  unread,
  news,
}: {
  user: ShellUser;
  tabs: NavEntry[];
  actions: HeaderAction[];
  /** Unread messages, for the badge of the message center. */
  unread: number;
  /** Unread news, for the menu. */
  news: number;
}) {
  const { t } = useText();
  const center = actions.find(({ label }) => label === "messageCenter");
  return (
    <>
      <header className="head">
        <SkipLink />
        <Brand href={href("/")} />
        <SearchBox />
        {actions.map(({ label, href }, index) =>
          label === "messageCenter" ? null : (
            <ButtonLink
              key={label}
              to={href}
              kind={index === 0 ? "primary" : "secondary"}
              size="small"
              className="max-[64em]:hidden"
            >
              {` ${t(`nav.${label}`)} `}
            </ButtonLink>
          ),
        )}
        {center ? (
          <Link to={center.href} className="item">
            <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
              <path d="M1 2h10v7H6L3 11V9H1z" />
            </svg>
            <span className="words">{` ${t("nav.messageCenter")} `}</span>
            <UnreadCount count={unread} />
          </Link>
        ) : null}
        <AccountMenu user={user} />
        <button type="button" popoverTarget="menu" className="item">
          <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
            <path d="M1 2h10M1 6h10M1 10h10" />
          </svg>
          {t("menu")}
        </button>{" "}
        <a href="#menu" className="item plain">
          {` ${t("menu")}`}
        </a>
      </header>
      <nav aria-label={t("mainNavigation")} id="menu" popover="auto" className="pop menu">
        <button type="button" popoverTarget="menu" className="item">
          {` ${t("more")} `}
          <Chevron />
        </button>
        <ul className="tabs">
          {tabs.map((tab) => (
            <Tab key={tab.label} tab={tab} news={news} />
          ))}
        </ul>
      </nav>
    </>
  );
}

function Tab({ tab, news }: { tab: NavEntry; news: number }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { waiting } = tab;
  const waits = `${t(`waiting.${tab.label as WaitingLabel}`)}: ${waiting?.count}`;
  return (
    <li>
      <Link to={tab.href} isKept aria-current={isBelow(tab, pathname) ? "page" : undefined}>
        {t(`nav.${tab.label}`)}
      </Link>
      {waiting ? (
        <Link
          to={waiting.href}
          title={waits}
          aria-label={waits}
          className="-ml-1 flex-none rounded-lg bg-muted px-2.5 py-1 text-xs"
        >
          {` ${waiting.count} `}
        </Link>
      ) : null}
      {tab.children.length > 0 ? (
        <ul className="sub">
          {tab.children.map((child) => (
            <li key={child.href}>
              <Link
                to={child.href}
                isKept
              >{`${child.label ? t(`nav.${child.label}`) : child.text} ${(child.label === "news" && unreadBadge(news)) || ""}`}</Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function AccountMenu({ user }: { user: ShellUser }) {
  const { t } = useText();
  const location = useLocation();
  const back = location.pathname + location.search;
  const [Dialog, setDialog] = useState<LogoutDialog | null>(null);
  const ask = async (event: React.MouseEvent) => {
    event.preventDefault();
    const module = await loadChunk(() => import("./logout-dialog.tsx"));
    if (module) setDialog(() => module.default);
    else window.location.assign(leaveHref(back));
  };
  return (
    <>
      <button
        type="button"
        popoverTarget="account"
        className="item"
        aria-label={t("account.menu", { name: user.name })}
      >
        {/* CSS draws the initials: as text they would have to be part of the menu's name (WCAG 2.5.3). */}
        <span aria-hidden="true" data-initials={user.avatar ? "" : initialsOf(user.name)} className="face">
          {user.avatar ? <img src={user.avatar} alt="" /> : null}
        </span>
        <span className="words">{user.name}</span>
        <Chevron />
      </button>
      <div id="account" popover="auto" className="pop">
        <dl className="text-quiet">
          <dt className="text-xs">{t("account.myRole")}</dt>
          <dd className="text-foreground">{user.role}</dd>
          <dt className="text-xs">{t("account.company")}</dt>
          <dd className="text-foreground">{user.company}</dd>
        </dl>
        <Link to={href("/account/password")}>{`${t("account.changePassword")} `}</Link>
        <a href={leaveHref(back)} onClick={ask}>
          {t("logout.link")}
        </a>
        <LanguageSwitch />
      </div>
      {Dialog ? <Dialog userId={user.id} back={back} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
      <path d="M2 4l4 4 4-4" />
    </svg>
  );
}

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  return ((parts[0]?.[0] ?? "") + (parts.length > 1 ? (parts.at(-1)?.[0] ?? "") : "")).toUpperCase();
}
