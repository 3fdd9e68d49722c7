import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { ForwardersView } from "./forwarders.server.ts";

/** Who serves the company: the forwarders and the people of their desks. */
export function Forwarders({ title, view }: { title: string; view: ForwardersView }) {
  const { t } = useText("forwarders");
  return (
    <Page
      head={{
        title,
        actions: view.ask ? (
          <ButtonLink to={view.ask} kind="primary">
            {t("ask")}
          </ButtonLink>
        ) : null,
      }}
    >
      {view.forwarders.length === 0 ? <EmptyState title={t("noneTitle")} text={t("noneText")} /> : null}
      {view.forwarders.map(({ id, name, address, customerService, contacts }) => (
        <Section key={id} title={name} layout="close">
          {address.length > 0 ? (
            <address className="not-italic">
              {address.map((line) => (
                <span key={line} className="block">
                  {line}{" "}
                </span>
              ))}
            </address>
          ) : null}
          {customerService ? (
            <p>
              <span className="text-quiet">{t("customerService")}</span> {customerService}
            </p>
          ) : null}
          <h3 className="text-sm font-semibold">{t("contacts")}</h3>
          {contacts.length > 0 ? (
            <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
              {contacts.map((contact) => (
                <li key={contact.id} className="rounded-md border border-line px-3 py-2">
                  <span className="block font-medium">{contact.name} </span>
                  {contact.department ? (
                    <span className="block text-xs text-quiet">{contact.department}</span>
                  ) : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-quiet">{t("noContacts")}</p>
          )}
        </Section>
      ))}
    </Page>
  );
}
