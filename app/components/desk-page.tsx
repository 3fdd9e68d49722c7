import { useLocation } from "react-router";
import type desk from "#app/locales/en/desk.ts";
import { useText } from "#app/locales/use-text.ts";
import type { RoutePath } from "#app/route-rules.ts";
import { Link } from "./link.tsx";
import type { PageHead } from "./page/head.tsx";
import { Page } from "./page/page.tsx";

/** Sections of the forwarder's desk, in their order. */
export const deskSections: readonly { name: keyof (typeof desk)["section"]; path: RoutePath }[] = [
  { name: "inbox", path: "/freightForwarder/index" },
  { name: "accounts", path: "/freightForwarder/accounts" },
  { name: "customers", path: "/freightForwarder/customers" },
  { name: "invoices", path: "/freightForwarder/invoices" },
  { name: "shipments", path: "/freightForwarder/shipments" },
  { name: "events", path: "/freightForwarder/events" },
  { name: "rates", path: "/freightForwarder/rates" },
];

/** Links to the sections of the forwarder's desk. Needs the texts `desk`. */
export function DeskSections() {
  const { t } = useText("desk");
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t("sections")}
      className="mb-3 flex flex-wrap gap-1 border-b border-line pb-1 print:hidden max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:whitespace-nowrap"
    >
      {deskSections.map(({ name, path }) => (
        <Link
          key={path}
          to={path}
          aria-current={pathname === path ? "page" : undefined}
          className="rounded-sm px-2 py-1.5 aria-[current]:bg-muted aria-[current]:font-medium"
        >
          {`${t(`section.${name}`)} `}
        </Link>
      ))}
    </nav>
  );
}

/** The section below which a page lies, as its address says: `customers` has `customer/:id` and `customerAdd`. */
const sectionAbove = (pathname: string) =>
  deskSections.find(({ path }) => path !== pathname && pathname.startsWith(path.slice(0, -1)));

/** A page of the forwarder's desk: the links to its sections above the page. Needs the texts `desk`. */
export function DeskPage({
  title,
  back,
  tools,
  fault,
  children,
}: Pick<React.ComponentProps<typeof PageHead>, "title" | "back"> &
  Pick<React.ComponentProps<typeof Page>, "fault" | "children"> & {
    tools?: React.ReactNode;
  }) {
  const { t } = useText("desk");
  const section = sectionAbove(useLocation().pathname);
  const list = section && { href: section.path, text: t(`section.${section.name}`) };
  return (
    <>
      <DeskSections />
      <Page head={{ title, back: back ?? list, actions: tools }} fault={fault}>
        {children}
      </Page>
    </>
  );
}
