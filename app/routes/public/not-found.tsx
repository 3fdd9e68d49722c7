import { data, href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { pageTitle } from "#app/components/title.ts";
import { useText } from "#app/locales/use-text.ts";
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
        <ButtonLink href={href("/")} kind="primary">
          {t("home")}
        </ButtonLink>
      </p>
    </div>
  );
}
