import { lazy, Suspense, useEffect, useState } from "react";
import { Outlet, useMatches } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { unpackMenu } from "#app/access/menu-text.ts";
import { setPageOwner } from "#app/access/page-owner.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { FlashMessage } from "#app/components/flash-message.tsx";
import { LostLink, useStandingFrame } from "#app/components/lost-link.tsx";
import { LIVE_REGION, useMovement } from "#app/components/movement.ts";
import { NavigationProgress } from "#app/components/navigation-progress.tsx";
import { MenuTabs } from "#app/components/page/crumbs.tsx";
import { PlainFrame } from "#app/components/plain-frame.tsx";
import { useRootData } from "#app/components/root-data.ts";
import { ShellHeader } from "#app/components/shell-header.tsx";
import { SiteFooter } from "#app/components/site-footer.tsx";
import { unreadIn } from "#app/components/title.ts";
import { TroublePage } from "#app/components/trouble-page.tsx";
import { env } from "#app/config/env.server.ts";
import { headerOf } from "#app/features/messages/header.server.ts";
import { KeepLive, useUnread, useUnreadNews } from "#app/features/messages/live/keep-live.tsx";
import { maySeeShipmentsLive } from "#app/features/messages/ticket.server.ts";
import { unreadAtStart } from "#app/features/messages/unread.server.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import type { Route } from "./+types/frame";

// Needed by few people, so loaded only for them. A chunk that fails to load breaks nothing else.
const nothing = { default: () => null };
const ParentLogout = lazy(
  async () => (await loadChunk(() => import("#app/components/parent-logout.tsx"))) ?? nothing,
);
const PasswordReminder = lazy(
  async () => (await loadChunk(() => import("#app/components/password-reminder.tsx"))) ?? nothing,
);

export { frameRevalidates as shouldRevalidate } from "#app/components/kept-page.ts";

export async function loader(args: Route.LoaderArgs) {
  // Begins before the user is loaded, so that it adds no time.
  void unreadAtStart(visitOf(args.context));
  const { visit, user, rights } = await requireUser(args);
  const header = await headerOf(visit, user, rights);
  const isSeen = visit.session.seen !== null;
  const hasMessages = header.actions.some(({ label }) => label === "messageCenter");
  return {
    ...header,
    /** Whether the page opens a socket, and for messages too; null: neither. */
    live: !isSeen && (hasMessages || maySeeShipmentsLive(visit, rights)) ? { hasMessages } : null,
    isPasswordUpdateDue: user.isPasswordUpdateDue && !isSeen,
    flash: visit.takeFlash(),
    parentOrigins: env.PARENT_ORIGINS,
  };
}

export default function ShellFrame({ loaderData }: Route.ComponentProps) {
  useStandingFrame("routes/shell/frame", loaderData);
  const { user, menu, actions, live, flash, isPasswordUpdateDue, parentOrigins } = loaderData;
  const isOwn = useOwnPage(user.mark);
  const counted = unreadIn(useMatches());
  const unread = useUnread(counted);
  const news = useUnreadNews() ?? loaderData.news;
  const tabs = unpackMenu(menu);
  useMovement();
  // Nothing of the previous page is shown beside another person's data.
  if (!isOwn) return null;
  return (
    <>
      <ShellHeader user={user} tabs={tabs} actions={actions} unread={unread} news={news} />
      <NavigationProgress />
      <main id="content" className="mx-auto w-full max-w-page flex-1 px-4 py-3 max-sm:py-1">
        <FlashMessage flash={flash} />
        <Suspense>{isPasswordUpdateDue ? <PasswordReminder /> : null}</Suspense>
        <MenuTabs value={tabs}>
          <Outlet />
        </MenuTabs>
      </main>
      <p id={LIVE_REGION} role="status" className="sr-only" />
      <LostLink />
      <SiteFooter />
      {live ? <KeepLive user={user} unread={counted} {...live} /> : null}
      <Suspense>{parentOrigins.length > 0 ? <ParentLogout origins={parentOrigins} /> : null}</Suspense>
    </>
  );
}

/** False when the frame was loaded for another person, who then gets a new document. */
function useOwnPage(mark: string): boolean {
  const [owner] = useState(mark);
  useEffect(() => {
    setPageOwner(owner);
    if (mark !== owner) location.reload();
  }, [mark, owner]);
  return mark === owner;
}

/** The user could not be loaded, so there are no menus to show. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PlainFrame isSignedIn={useRootData().isSignedIn}>
      <TroublePage error={error} />
    </PlainFrame>
  );
}
