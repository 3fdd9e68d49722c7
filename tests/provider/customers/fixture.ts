import type { z } from "zod";
import { customerDetail, customerMake } from "#app/contract/customer.ts";
import { customerMember } from "#app/contract/customer-member.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import { desk, somebody } from "../quotes/fixture.ts";

let serial = 0;

/** Two people of the forwarder's desk, and calls as the first of them. */
export async function deskOf(provider: TestProvider) {
  const staff = await desk(provider);
  const other = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
  const call = <Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
    token = staff.token,
  ) => provider.call(endpoint, input, { token });
  return { staff, other, call };
}
type Desk = Awaited<ReturnType<typeof deskOf>>;

export const facts = (given: object = {}) => {
  serial += 1;
  return {
    name: `Harbour Goods ${serial}`,
    code: `HARBOUR-${serial}`,
    address: "1 Quay",
    city: "Kiel",
    state: "",
    countryCode: "DE",
    ...given,
  };
};

export const administrator = () => {
  serial += 1;
  return { userName: `ada.first${serial}`, personName: "Ada First", email: `ada${serial}@harbour.example` };
};

/** A company made at the desk, with its invited administrator. */
export async function madeCompany({ call }: Desk, given: object = {}) {
  const made = { ...facts(given), ...administrator() };
  const { data } = await call(customerMake, made);
  return { ...made, id: data.id };
}

export const versionOf = async ({ call }: Desk, id: string) =>
  (await call(customerDetail, { id })).data.version;
export const memberVersionOf = async ({ call }: Desk, userId: string) =>
  (await call(customerMember, { userId })).data.version;
