import { href, Outlet } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { unpackMenu } from "#app/access/menu-text.ts";
import { offeredRights } from "#app/access/offer.server.ts";
import { rightsOf } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { PlainFrame } from "#app/components/plain-frame.tsx";
import { PublicScript } from "#app/components/public-script.tsx";
import { ShellHeader } from "#app/components/shell-header.tsx";
import { TroublePage } from "#app/components/trouble-page.tsx";
import { headerOf } from "#app/features/messages/header.server.ts";
import type { Route } from "./+types/frame";

export const handle: PageHandle = { isScriptFree: true };

export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const isSignedIn = visit.session.token !== null;
  const isMissing = args.url.pathname === href("/404");
  return { isSignedIn, header: isSignedIn && isMissing ? await headerOfUser(visit) : null };
}

/** Who misses a record keeps the menu. Where the user cannot be loaded, there is no menu to show. */
async function headerOfUser(visit: Visit) {
  const user = await visit.user().catch(() => null);
  return user && headerOf(visit, user, offeredRights(rightsOf(user)));
}

export default function PublicFrame({ loaderData }: Route.ComponentProps) {
  const { isSignedIn, header } = loaderData;
  return (
    <PlainFrame
      isSignedIn={isSignedIn}
      header={
        header && <ShellHeader {...header} tabs={unpackMenu(header.menu)} unread={header.unread ?? 0} />
      }
    >
      <Outlet />
      <PublicScript />
    </PlainFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <PlainFrame isSignedIn={loaderData?.isSignedIn}>
      <TroublePage error={error} />
    </PlainFrame>
  );
}
