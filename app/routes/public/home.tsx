import { href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { exampleJourney } from "#app/features/shipments/journey/example.server.ts";
import { Journey } from "#app/features/shipments/journey/journey.tsx";
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
    example: exampleJourney(visit, new Date()),
    form: searchFormOf(new URLSearchParams(), visit.t),
    isSignedIn: visit.session.token !== null,
    /** Why the person is here: signed out, or sent here from a page that needs the sign-in. */
    reason: hasLeft ? visit.t("auth:signIn.signedOut") : wanted && visit.t("preview:home.wanted"),
    signInHref: wanted ? withQuery(href("/login"), { redirect: wanted }) : href("/login"),
  };
}

const benefits = ["track", "compare", "papers", "list"] as const;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useText(["preview", "shell"]);
  const { product, lookQuery } = useRootData();
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
      <div className="mx-auto grid max-w-[1160px] items-start gap-6 py-6 lg:grid-cols-2">
        <div>
          <img
            src={href("/world.svg") + lookQuery}
            alt=""
            width="720"
            height="256"
            className="mb-4 h-auto w-full"
          />
          <h1 className="text-2xl font-semibold">{t("home.heading")}</h1>
          <p className="mt-2 mb-6 text-base text-quiet">{t("home.text")}</p>
          <Section title={t("search.title")}>
            <PreviewSearch form={loaderData.form} action={href("/preview")} />
          </Section>
        </div>
        <div className="flex flex-col gap-6">
          <Section title={t("home.portal.title")} layout="text">
            <p className="mt-2">{t("home.portal.text", { product })}</p>
            <ul className="mt-2 mb-6 flex flex-col gap-2">
              {benefits.map((benefit) => (
                <li key={benefit} className="flex gap-2">
                  <span aria-hidden="true" className="text-success">
                    ✓
                  </span>
                  {t(`home.portal.${benefit}`)}
                </li>
              ))}
            </ul>
            {isSignedIn ? (
              <ButtonLink href={href("/")} kind="primary">
                {t("home.toPortal")}
              </ButtonLink>
            ) : (
              <p className="flex flex-wrap items-center gap-4">
                <ButtonLink href={signInHref} kind="primary">
                  {t("shell:signIn")}
                </ButtonLink>
                <a href={href("/forgotPassword")} className="text-link underline">
                  {t("home.forgot")}
                </a>
              </p>
            )}
          </Section>
          <section>
            <h2 className="text-quiet">{t("home.example")}</h2>
            <Journey journey={loaderData.example} />
          </section>
        </div>
      </div>
    </>
  );
}
