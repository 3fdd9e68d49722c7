import { data, type LoaderFunctionArgs, useLoaderData, useLocation } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { pageTitle } from "#app/components/title.ts";
import { searchFormOf, searchPreview } from "#app/features/shipments/preview/preview.server.ts";
import { PreviewFound } from "#app/features/shipments/preview/result.tsx";
import { PreviewSearch } from "#app/features/shipments/preview/search.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { RoutePath } from "#app/route-rules.ts";

export const meta = pageTitle;

/** The four public previews are one page; these are their differences. */
const areas = {
  "/preview": "preview",
  "/tracking/preview": "tracking",
  "/appleTracking/preview": "appleTracking",
  "/ytdTracking/preview": "ytdTracking",
} as const satisfies Partial<Record<RoutePath, string>>;

export async function loader(args: LoaderFunctionArgs) {
  const visit = openToAll(args);
  const { pathname, searchParams } = args.url;
  const area = areas[pathname as keyof typeof areas] ?? "preview";
  const form = searchFormOf(searchParams, visit.t);
  const { searchType, number, typeError, numberError } = form;
  const hasFault = typeError !== null || numberError !== null;
  const result = number && !hasFault ? await searchPreview(visit, searchType, number) : null;
  const status = hasFault ? 400 : result?.kind === "limited" ? 429 : 200;
  return data({ title: visit.t(`preview:heading.${area}`), form, result }, { status });
}

export default function Preview() {
  const { title, form, result } = useLoaderData<typeof loader>();
  const { t } = useText("preview");
  const { pathname } = useLocation();
  return (
    <Page head={{ title }} layout="text">
      <PreviewSearch form={form} action={pathname} />
      {result ? <PreviewFound result={result} /> : <p className="text-quiet">{t("home.text")}</p>}
    </Page>
  );
}
