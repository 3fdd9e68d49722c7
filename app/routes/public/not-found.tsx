import { data, href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { PageHead } from "#app/components/page/head.tsx";
import { pageTitle } from "#app/components/title.ts";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
import type { Route } from "./+types/not-found";

export const meta = pageTitle;

export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  return data({ title: visit.t("errors:notFound.title") }, { status: 404 });
}

export default function NotFound() {
  const { t } = useText("errors");
  return (
    <div className="mx-auto my-12 flex max-w-text flex-col gap-2 text-center">
      <p className="text-2xl font-semibold text-quiet">404</p>
      <PageHead title={t("notFound.title")} />
      <p className="text-quiet">{t("notFound.text")}</p>
      <p className="mt-4">
        <a href={href("/")} className={buttonStyle({ kind: "primary" })}>
          {t("home")}
        </a>
      </p>
    </div>
  );
}
