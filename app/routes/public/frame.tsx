import { Outlet } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { PlainFrame } from "#app/components/plain-frame.tsx";
import { PublicScript } from "#app/components/public-script.tsx";
import { TroublePage } from "#app/components/trouble-page.tsx";
import type { Route } from "./+types/frame";

export const handle: PageHandle = { isScriptFree: true };

export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  return { isSignedIn: visit.session.token !== null };
}

export default function PublicFrame({ loaderData }: Route.ComponentProps) {
  return (
    <PlainFrame isSignedIn={loaderData.isSignedIn}>
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
