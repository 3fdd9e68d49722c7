import { expect } from "vitest";
import { channelTypes, messageAnswer, messageList, messageSend, teamCreate } from "#app/contract/message.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, type Person } from "#tests/support/people.ts";
import type { Browser, Page, TestPortal } from "#tests/support/portal.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

/** The conversation of a shipment, with its shipment channel. */
export interface Conversation {
  id: string;
  channelId: string;
  houseNumber: string;
  shipmentId: string;
}

/** A person of a company in a browser, and the forwarder's desk ("Dana Desk") by calls of the provider. */
export interface Talk {
  company: string;
  person: Person;
  browser: Browser;
  token: string;
  /** Makes a shipment and opens its conversation. */
  begin(): Promise<Conversation>;
  /** Sends a message from the desk. */
  answer(channelId: string, text: string): Promise<void>;
  /** Sends a message from the person. */
  say(channelId: string, text: string): Promise<void>;
  messagesOf(
    channelId: string,
  ): Promise<{ text: string; sequence: number; contentUrl: { name: string }[] }[]>;
}

export async function startTalk(provider: TestProvider, portal: TestPortal): Promise<Talk> {
  const company = await makeCompany(provider.db);
  const person = await makePerson(provider.db, company);
  const token = await makeSession(provider.db, person.id);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const desk = await makePerson(provider.db, forwarder, { role: "desk", name: "Dana Desk" });
  const deskToken = await makeSession(provider.db, desk.id);
  let count = 0;
  const freshClientId = () => `test-client-${count++}`;
  return {
    company,
    person,
    browser: await portal.signedIn(person.userName, PASSWORD),
    token,
    async begin() {
      const houseNumber = `FLDTALK${String(count++).padStart(4, "0")}`;
      const { id: shipmentId } = await makeShipment(provider.db, company, { house_number: houseNumber });
      const subject = { type: channelTypes.shipment, subjectId: shipmentId };
      const { data } = await provider.call(teamCreate, subject, { token });
      return { ...data, houseNumber, shipmentId };
    },
    async answer(channelId, text) {
      const message = { channelId, text, clientId: freshClientId() };
      expect((await provider.call(messageAnswer, message, { token: deskToken })).message).toBe("OK");
    },
    async say(channelId, text) {
      const message = { channelId, text, clientId: freshClientId() };
      expect((await provider.call(messageSend, message, { token })).message).toBe("OK");
    },
    async messagesOf(channelId) {
      return (await provider.call(messageList, { channelId, limit: 100 }, { token })).data.rows;
    },
  };
}

/** The visible text of a page, in one line. */
export function plainText({ markup }: Page): string {
  return markup
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
}
