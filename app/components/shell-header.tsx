import { useEffect, useRef, useState } from "react";
import { href, Link, useLocation, useNavigate } from "react-router";
import type { HeaderAction, NavEntry } from "#app/access/navigation.ts";
import { leaveHref } from "#app/access/page-owner.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
import { Brand } from "./brand.tsx";
import { keptHref } from "./kept-page.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { useRootData } from "./root-data.ts";
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
 * The header of signed-in pages (product 2.6). Menus are `details`, so they open by click and keyboard
 * without scripts; with scripts they close on Escape, on a click elsewhere and on navigation.
 */
export function ShellHeader({
  user,
  tabs,
  actions,
  unread,
}: {
  user: ShellUser;
  tabs: NavEntry[];
  actions: HeaderAction[];
  /** Unread messages, for the badge of the message center. */
  unread: number;
}) {
  const { t } = useText();
  const { isHeaderFixed } = useRootData();
  const header = useRef<HTMLElement>(null);
  useClosingMenus(header);
  return (
    <header
      ref={header}
      className={`border-b border-line bg-card print:hidden ${isHeaderFixed ? "sticky top-0 z-20" : "relative z-20"}`}
    >
      <a href="#content" className="sr-only focus:not-sr-only">
        {t("skip")}
      </a>
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <div className="mr-auto">
          <Brand href={href("/")} />
        </div>
        {actions.map((action) => (
          <Link key={action.code} to={action.href} className={buttonStyle({ size: "small" })}>
            {`${t(`action.${action.code}`)} `}
            {action.code === "MessageCenter" ? <UnreadCount count={unread} /> : null}
          </Link>
        ))}
        <LanguageSwitch />
        <AccountMenu user={user} />
      </div>
      <nav aria-label={t("mainNavigation")} className="mx-auto max-w-page px-2">
        <ul className="flex flex-wrap gap-x-1">
          {tabs.map((tab) => (
            <Tab key={tab.label} tab={tab} />
          ))}
        </ul>
      </nav>
    </header>
  );
}

const tabStyle =
  "block border-b-2 border-transparent px-2 py-2 text-quiet no-underline hover:text-foreground aria-[current=page]:border-brand aria-[current=page]:text-foreground";
const popStyle =
  "absolute z-30 mt-1 flex min-w-[200px] flex-col rounded-md border border-line bg-card py-1 shadow-pop";
const popLinkStyle = "px-4 py-2 text-foreground no-underline hover:bg-muted";

function Tab({ tab }: { tab: NavEntry }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const label = t(`nav.${tab.label}`);
  const isHere = pathname.startsWith(`/${tab.href.split("/")[1]}/`) || pathname === tab.href;
  return (
    <li className="relative flex items-center">
      <MenuLink to={tab.href} aria-current={isHere ? "page" : undefined} className={tabStyle}>
        {label}
      </MenuLink>
      {tab.children.length > 0 ? (
        <details name="menu">
          <summary className="rounded-sm px-2 py-2 text-quiet" aria-label={t("openSubmenu", { name: label })}>
            <Chevron />
          </summary>
          <div className={`${popStyle} left-0`}>
            {tab.children.map((child) => (
              <MenuLink key={child.href} to={child.href} className={popLinkStyle}>
                {`${t(`nav.${child.label}`)} `}
              </MenuLink>
            ))}
          </div>
        </details>
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
    event.currentTarget.closest("details")?.removeAttribute("open");
    const module = await loadChunk(() => import("./logout-dialog.tsx"));
    if (module) setDialog(() => module.default);
    else window.location.assign(leaveHref(back));
  };
  return (
    <>
      <details name="menu" className="relative">
        <summary
          className="flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-muted"
          aria-label={t("account.menu", { name: user.name })}
        >
          {/* CSS draws the initials: as text they would have to be part of the menu's name (WCAG 2.5.3). } */}
          <span
            aria-hidden="true"
            data-initials={user.avatar ? "" : initialsOf(user.name)}
            className="grid size-7 place-items-center rounded-lg bg-muted text-xs font-semibold before:content-[attr(data-initials)]"
          >
            {user.avatar ? <img src={user.avatar} alt="" className="size-7 rounded-lg" /> : null}
          </span>
          <span className="max-sm:hidden">{user.name}</span>
          <Chevron />
        </summary>
        <div className={`${popStyle} right-0`}>
          <dl className="border-b border-line px-4 py-2 text-xs text-quiet">
            <dt>{t("account.myRole")}</dt>
            <dd className="mb-1 text-sm text-foreground">{user.role}</dd>
            <dt>{t("account.company")}</dt>
            <dd className="text-sm text-foreground">{user.company}</dd>
          </dl>
          <Link to={href("/account/password")} className={popLinkStyle}>
            {`${t("account.changePassword")} `}
          </Link>
          <a href={leaveHref(back)} onClick={ask} className={popLinkStyle}>
            {t("logout.link")}
          </a>
        </div>
      </details>
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
    const kept = keptHref(to);
    if (!isPlain || kept === to) return;
    event.preventDefault();
    void navigate(kept);
  };
  return <Link to={to} onClick={onClick} {...rest} />;
}

function Chevron() {
  return (
    <svg
      viewBox="0 0 12 12"
      width="10"
      height="10"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M2 4l4 4 4-4" />
    </svg>
  );
}

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  return ((parts[0]?.[0] ?? "") + (parts.length > 1 ? (parts.at(-1)?.[0] ?? "") : "")).toUpperCase();
}

function useClosingMenus(header: React.RefObject<HTMLElement | null>): void {
  const location = useLocation();
  useEffect(() => {
    const close = () => {
      for (const menu of header.current?.querySelectorAll<HTMLDetailsElement>("details[open]") ?? [])
        menu.open = false;
    };
    const onPointer = (event: PointerEvent) => {
      if (!(event.target as Element).closest("details[name=menu]")) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      const open = header.current?.querySelector<HTMLDetailsElement>("details[open]");
      close();
      open?.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, [header]);
  // A menu that was opened before the scripts were loaded stays open: only a navigation closes it.
  const shown = useRef(location.key);
  useEffect(() => {
    if (shown.current === location.key) return;
    shown.current = location.key;
    for (const menu of header.current?.querySelectorAll<HTMLDetailsElement>("details[open]") ?? [])
      menu.open = false;
  }, [location.key, header]);
}
