import type { z } from "zod";
import type { QuoteRequest } from "#app/contract/quote.ts";
import { quoteAdd, quoteDetail, quotePrice } from "#app/contract/quote.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import type { TestProvider } from "#tests/support/provider.ts";

export const NOW = new Date("2026-11-20T04:00:00Z");

/** A clock that tests move; sessions stay valid. */
export function movableClock(start = NOW) {
  let at = start;
  return {
    now: () => at,
    set: (instant: Date) => {
      at = instant;
    },
    forward: (ms: number) => {
      at = new Date(at.getTime() + ms);
    },
  };
}

const FAR = new Date("2030-01-01T00:00:00Z");

export interface Somebody {
  id: string;
  userName: string;
  companyId: string;
  token: string;
  email: string;
}

export async function somebody(
  provider: Pick<TestProvider, "db">,
  companyId: string,
  given: { role?: string; role_id?: string; name?: string; language_preference?: "en" | "zh" } = {},
): Promise<Somebody> {
  const person = await makePerson(provider.db, companyId, given);
  return { ...person, token: await makeSession(provider.db, person.id, FAR) };
}

/** A customer's administrator, and the forwarder's desk. */
export async function customer(
  provider: Pick<TestProvider, "db">,
  resourceCodes = ["SHIPMENT_CHARGES"],
  given: { needs_quote_authorization?: boolean } = {},
): Promise<Somebody> {
  return somebody(provider, await makeCompany(provider.db, resourceCodes, given));
}
export async function desk(provider: Pick<TestProvider, "db">): Promise<Somebody> {
  const companyId = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], {
    is_forwarder: true,
    name: "Forwarder Ltd",
    customer_service: "Ocean Desk",
  });
  return somebody(provider, companyId, { role: "desk", name: "Desk Person" });
}

export function request(given: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    tag: "Spring range",
    freightMode: "AIR",
    service: "DTD",
    incoterms: "FCA",
    origin: "Shanghai",
    originZip: "200120",
    pickupLocation: "1 Quay Road",
    destination: "Los Angeles",
    destinationZip: "90001",
    deliveryLocation: "2 Dock Street",
    packages: [
      {
        pieces: 8,
        packageType: "CTN",
        length: "60",
        width: "40",
        height: "20",
        dimensionUnit: "cm",
        weight: "45",
        weightUnit: "kg",
      },
    ],
    containers: [],
    specialGoods: ["NONE"],
    batteryTypes: [],
    cargoDetails: "Garden lamps",
    cargoReadyDate: "2026-12-01",
    ...given,
  };
}

type Option = z.input<(typeof quotePrice)["request"]>["options"][number];
export function option(given: Partial<Option> & { total?: string; from?: Date; days?: number } = {}): Option {
  const { total = "822.60", from = NOW, days = 7, ...rest } = given;
  return {
    carrierName: "Cathay Cargo",
    transitDays: 4,
    validUntil: instantToWire(new Date(from.getTime() + days * DAY_MS))!,
    currency: "USD",
    lines: [
      {
        description: "Air freight",
        unit: "kg",
        price: total,
        amount: total,
        volumeMin: null,
        volumeMax: null,
        weightMin: "45",
        weightMax: "100",
      },
    ],
    ...rest,
  };
}

export async function addQuote(provider: TestProvider, who: Somebody, given?: Partial<QuoteRequest>) {
  const { data } = await provider.call(quoteAdd, request(given), { token: who.token });
  return data.id;
}

/** A quote with options, and their ids. */
export async function pricedQuote(
  provider: TestProvider,
  who: Somebody,
  staff: Somebody,
  options: Option[] = [option()],
) {
  const id = await addQuote(provider, who);
  await provider.call(quotePrice, { id, options }, { token: staff.token });
  const detail = await provider.call(quoteDetail, { id }, { token: staff.token });
  return { id, optionIds: detail.data.options!.map((each) => each.id) };
}
