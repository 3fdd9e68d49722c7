import { CheckField } from "#app/components/form-controls.tsx";
import { Section } from "#app/components/page/section.tsx";
import { partyRoles } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import type { PartyFields } from "../booking-fields.ts";
import type { Fields } from "./fields.ts";
import type { BookingReply } from "./form.server.ts";
import type { FormStart } from "./form-start.server.ts";
import { COUNTRY_LIST, PartyCard } from "./party-card.tsx";
import { sectionId } from "./section-names.ts";

/** Shipper, consignee and notify party beside each other. */
export function PartySection({
  fields,
  start: { addresses, hasMoreAddresses, countries },
  found = {},
  onTake,
}: {
  fields: Fields;
  start: Pick<FormStart, "addresses" | "hasMoreAddresses" | "countries">;
  found?: BookingReply["found"];
  onTake: (role: (typeof partyRoles)[number], party: PartyFields) => void;
}) {
  const { t } = useText("booking-form");
  return (
    <Section title={t("section.parties")} id={sectionId("parties")}>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {partyRoles.map((role) => (
          <fieldset
            key={role}
            id={fields[role].id}
            className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3"
          >
            <legend className="px-1 font-semibold">{t(`party.${role}`)}</legend>
            {role === "notifyParty" ? (
              <CheckField
                field={fields.hasConsigneeAsNotifyParty}
                label={t("field.hasConsigneeAsNotifyParty")}
                marks={{ "data-notifies": "consignee" }}
              />
            ) : null}
            <div
              className={`flex flex-col gap-3 ${role === "notifyParty" ? "group-has-[[data-notifies]:checked]:hidden" : ""}`}
            >
              <PartyCard
                role={role}
                field={fields[role]}
                addresses={found[role]?.addresses ?? addresses}
                isSearched={hasMoreAddresses}
                found={found[role]}
                onTake={(party) => onTake(role, party)}
              />
            </div>
          </fieldset>
        ))}
      </div>
      <datalist id={COUNTRY_LIST}>
        {countries.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Section>
  );
}
