import { href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { searchFormOf } from "#app/features/shipments/preview/preview.server.ts";
import { PreviewSearch } from "#app/features/shipments/preview/search.tsx";
import { hasJustSignedOut } from "#app/lib/kept-writing.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/home";

export const meta = pageTitle;

/**
 * The home page (product 2.1): public search and sign-in. Guard and logout redirect here with the requested
 * path.
 */
export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const { searchParams } = args.url;
  const wanted = sameSitePath(searchParams.get("redirect"), "");
  const hasLeft = hasJustSignedOut(args.request.headers.get("cookie") ?? "", Date.now());
  return {
    title: visit.t("preview:home.title"),
    form: searchFormOf(new URLSearchParams(), visit.t),
    isSignedIn: visit.session.token !== null,
    /** Why the person is here: signed out, or sent here from a page that needs the sign-in. */
    reason: hasLeft ? visit.t("auth:signIn.signedOut") : wanted && visit.t("preview:home.wanted"),
    signInHref: wanted ? withQuery(href("/login"), { redirect: wanted }) : href("/login"),
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useText(["preview", "shell"]);
  const { lookQuery } = useRootData();
  const { isSignedIn, reason, signInHref } = loaderData;
  return (
    <>
      {reason && !isSignedIn ? (
        <Alert kind="info" className="mb-4">
          {reason}{" "}
          <a href={signInHref} className="underline">
            {t("shell:signIn")}
          </a>
        </Alert>
      ) : null}
      <div className="relative isolate mx-auto flex max-w-text flex-col gap-4 py-12">
        <img
          src={href("/world.svg") + lookQuery}
          alt=""
          width="720"
          height="256"
          className="absolute inset-0 -z-1 h-full w-full opacity-40"
        />
        <h1 className="text-2xl font-semibold">{t("home.heading")}</h1>
        <PreviewSearch form={loaderData.form} action={href("/preview")} />
        <p className="text-quiet">{t("home.text")}</p>
        <p className="flex flex-wrap gap-4">
          {isSignedIn ? (
            <a href={href("/")} className="text-link underline">
              {t("home.toPortal")}
            </a>
          ) : (
            <>
              <a href={signInHref} className="text-link underline">
                {t("shell:signIn")}
              </a>{" "}
              <a href={href("/forgotPassword")} className="text-link underline">
                {t("home.forgot")}
              </a>
            </>
          )}
        </p>
      </div>
    </>
  );
}
