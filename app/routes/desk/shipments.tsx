import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/shipments";

export const handle: PageHandle = { texts: ["desk", "desk-start"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return { title: visit.t("desk-start:title") };
}

/** Where the work on shipments begins. */
export default function Shipments({ loaderData: { title } }: Route.ComponentProps) {
  const { t } = useText("desk-start");
  const ways = [
    ["make", withQuery(href("/freightForwarder/index"), { kind: "BOOKING" })],
    ["import", href("/freightForwarder/shipmentImport")],
    ["system", href("/freightForwarder/imports")],
    ["merge", href("/freightForwarder/shipmentMerge")],
    ["tariffs", href("/freightForwarder/tariffs")],
    ["names", href("/freightForwarder/names")],
    ["events", href("/freightForwarder/events")],
    ["list", href("/shipments/index")],
  ] as const;
  return (
    <DeskPage title={title}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {ways.map(([name, to]) => (
          <li key={name}>
            <Section
              title={
                <Link to={to} className="inline-block py-1 underline">
                  {t(`${name}.title`)}
                </Link>
              }
              layout="item"
              className="h-full"
            >
              <p className="text-quiet">{t(`${name}.text`)}</p>
            </Section>
          </li>
        ))}
      </ul>
    </DeskPage>
  );
}
