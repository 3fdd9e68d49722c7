import { href } from "react-router";
import { requireFreshFactor } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadRetention } from "#app/features/account/own-data.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/data";

export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireFreshFactor(args);
  return { kept: await loadRetention(visit), title: visit.t("safety:data.title") };
}

/** The person's own data, and how long what is kept (app/decisions/security.md). */
export default function OwnData({ loaderData }: Route.ComponentProps) {
  const { t } = useText("safety");
  return (
    <Page head={{ title: t("data.title") }} layout="text">
      <Card className="flex flex-col items-start gap-4">
        <p>{t("data.text")}</p>
        <ButtonLink href={href("/account/dataFile")} download kind="primary">
          {t("data.download")}
        </ButtonLink>
      </Card>
      <Section title={t("data.kept")} layout="text">
        <table className="w-full">
          <thead>
            <tr className="border-b border-line text-left text-xs text-quiet">
              <th className="py-2 pr-3">{t("data.what")}</th>
              <th className="py-2">{t("data.howLong")}</th>
            </tr>
          </thead>
          <tbody>
            <tr className="border-b border-line align-top">
              <td className="py-2 pr-3">{t("data.kind.account")}</td>
              <td className="py-2">{t("data.whileAccount")}</td>
            </tr>
            <tr className="border-b border-line align-top">
              <td className="py-2 pr-3">{t("data.kind.business")}</td>
              <td className="py-2">{t("data.whileCompany")}</td>
            </tr>
            {loaderData.kept.map(({ kind, time }) => (
              <tr key={kind} className="border-b border-line align-top">
                <td className="py-2 pr-3">{t(`data.kind.${kind}`)}</td>
                <td className="py-2">{time}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </Page>
  );
}
