import { href } from "react-router";
import { hasButton, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { forwarderList } from "#app/contract/forwarder.ts";
import { newInquiry } from "#app/contract/message.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";

interface ForwarderView {
  id: string;
  name: string;
  /** Lines of its address. */
  address: string[];
  /** The desk that the company's bookings go to; empty: none is named. */
  customerService: string;
  contacts: { id: string; name: string; department: string }[];
}

export interface ForwardersView {
  forwarders: ForwarderView[];
  /** Where to write to them; null for people without the message center. */
  ask: string | null;
}

/** The forwarders that serve the company, with their people (product 2.2). */
export async function loadForwarders(visit: Visit, rights: Rights): Promise<ForwardersView> {
  const { forwarders } = await visit.read(forwarderList, {});
  const mayAsk = hasButton(rights, ["MessageCenter"]) && visit.offers(newInquiry);
  return {
    forwarders: forwarders.map(({ city, state, countryCode, ...each }) => ({
      id: each.id,
      name: each.name,
      address: [
        each.address,
        [city, state].filter(Boolean).join(", "),
        countryCode && isCountryCode(countryCode) ? countryName(countryCode, visit.language) : countryCode,
      ].filter((line): line is string => Boolean(line)),
      customerService: each.customerService ?? "",
      contacts: each.contacts.map(({ userId, name, department }) => ({
        id: userId,
        name,
        department: department ?? "",
      })),
    })),
    ask: mayAsk ? href("/messageCenter/inquiry") : null,
  };
}
