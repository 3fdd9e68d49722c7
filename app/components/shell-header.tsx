import { useState } from "react";
import { href, useLocation, useNavigate } from "react-router";
import { type HeaderAction, type NavEntry, unreadBadge } from "#app/access/navigation.ts";
import { leaveHref } from "#app/access/page-owner.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import { Brand } from "./brand.tsx";
import { keptHref } from "./kept-page.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { Link } from "./link.tsx";
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
 * The header of signed-in pages (product 2.6): a row of 48 px, and the navigation, which is a popover below
 * 1024 px and a second row above. The browser opens and closes popovers without scripts; one that does not
 * know them shows their contents at the page's end (`app.css`).
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
  const center = actions.find(({ code }) => code === "MessageCenter");
  return (
    <>
      <header className="head">
        <SkipLink />
        <Brand href={href("/")} />
        {center ? (
          <Link to={center.href} className="item">
            <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
              <path d="M1 2h10v7H6L3 11V9H1z" />
            </svg>
            <span className="words">{` ${t("action.MessageCenter")} `}</span>
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
        <ul>
          {tabs.map((tab) => (
            <Tab key={tab.label} tab={tab} news={news} />
          ))}
        </ul>
        {actions.map(({ code, href }) =>
          code === "MessageCenter" ? null : (
            <Link key={code} to={href}>
              {`${t(`action.${code}`)} `}
            </Link>
          ),
        )}
        <LanguageSwitch />
      </nav>
    </>
  );
}

function Tab({ tab, news }: { tab: NavEntry; news: number }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const label = t(`nav.${tab.label}`);
  const isHere = pathname.startsWith(`/${tab.href.split("/")[1]}/`) || pathname === tab.href;
  return (
    <li>
      <MenuLink to={tab.href} aria-current={isHere ? "page" : undefined}>
        {label}
      </MenuLink>
      {tab.children.length > 0 ? (
        <>
          <button
            type="button"
            popoverTarget={`menu-${tab.label}`}
            aria-label={t("openSubmenu", { name: label })}
          >
            <Chevron />
          </button>
          <ul id={`menu-${tab.label}`} popover="auto" className="pop">
            {tab.children.map((child) => (
              <li key={child.href}>
                <MenuLink
                  to={child.href}
                >{`${child.label ? t(`nav.${child.label}`) : child.text} ${(child.label === "news" && unreadBadge(news)) || ""}`}</MenuLink>
              </li>
            ))}
          </ul>
        </>
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
        <dl>
          <dt>{t("account.myRole")}</dt>
          <dd>{user.role}</dd>
          <dt>{t("account.company")}</dt>
          <dd>{user.company}</dd>
        </dl>
        <Link to={href("/account/password")}>{`${t("account.changePassword")} `}</Link>
        <a href={leaveHref(back)} onClick={ask}>
          {t("logout.link")}
        </a>
      </div>
      {Dialog ? <Dialog userId={user.id} back={back} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

/** A menu entry: links to its page with the last query, if the page is kept. */
function MenuLink({ to, ...rest }: Omit<React.ComponentProps<typeof Link>, "to"> & { to: string }) {
  const navigate = useNavigate();
  const onClick = (event: React.MouseEvent) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const keptAddress = keptHref(to);
    if (!isPlain || keptAddress === to) return;
    event.preventDefault();
    void navigate(keptAddress);
  };
  return <Link to={to} onClick={onClick} {...rest} />;
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
