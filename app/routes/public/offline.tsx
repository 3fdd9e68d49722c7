import { openToAll } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/offline";

export const handle: PageHandle = { texts: ["offline"] };
export const meta = pageTitle;

/** What the service worker shows in place of a page that the network does not bring. */
export function loader(args: Route.LoaderArgs) {
  return { title: openToAll(args).t("offline:title") };
}

export default function Offline({ loaderData }: Route.ComponentProps) {
  const { t } = useText("offline");
  return (
    <Card className="mx-auto my-8 max-w-text">
      <h1 className="text-xl font-semibold">{loaderData.title}</h1>
      <p className="mt-2 mb-6">{t("text")}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the address that was asked for, whatever it is */}
      <a href="" className={buttonStyle({ kind: "primary" })}>
        {t("again")}
      </a>
      <h2 className="mt-6 font-semibold">{t("kept")}</h2>
      <p className="text-quiet">{t("keptText")}</p>
      {/* The service worker fills the list. */}
      <ul id="kept" />
    </Card>
  );
}
