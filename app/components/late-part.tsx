import { type ComponentType, lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";

/** A part that few visits show, for use inside `Late`: its script is loaded when it is shown. */
export const latePart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> =>
  // A script that cannot be loaded never arrives: the part stays as the server sent it.
  lazy(
    async () => (await loadChunk(load)) ?? new Promise<never>(() => {}),
  ) as unknown as ComponentType<Props>;

/** Where the browser has to make a part whose script does not arrive, a link loads the page anew. */
export function Late({ children }: { children: React.ReactNode }) {
  return <Suspense fallback={<LoadAnew />}>{children}</Suspense>;
}

function LoadAnew() {
  const { t } = useText("errors");
  const { pathname, search } = useLocation();
  return (
    <a href={pathname + search} className="load-anew text-link underline">
      {t("again")}
    </a>
  );
}
