import { Outlet } from "react-router";
import { TroublePage } from "#app/components/trouble-page.tsx";
import type { Route } from "./+types/content";

/** A layout between frame and page, so that a page's error is shown inside the frame. */
export default function Content() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <TroublePage error={error} />;
}
