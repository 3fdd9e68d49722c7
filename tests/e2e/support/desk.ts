import { messageAnswer } from "#app/contract/message.ts";
import { quotePrice } from "#app/contract/quote.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { type ProviderClient, providerClient } from "./provider-client.ts";

/** Actions of the forwarder's desk, by calls of the provider, since the portal has no screens for them. */
let desk: Promise<ProviderClient> | undefined;
function signedInDesk(): Promise<ProviderClient> {
  desk ??= providerClient(process.env.E2E_PROVIDER_URL ?? "", "desk");
  return desk;
}

/** Answers in a channel of any company. */
export async function answerMessage(channelId: string, text: string): Promise<void> {
  const { call } = await signedInDesk();
  await call(messageAnswer, { channelId, text, clientId: crypto.randomUUID() });
}

export interface Offer {
  carrierName: string;
  amount: string;
  validForMs: number;
}

/** Answers a quote request with one price per carrier. */
export async function priceQuote(id: string, offers: readonly Offer[]): Promise<void> {
  const options = offers.map(({ carrierName, amount, validForMs }) => ({
    carrierName,
    transitDays: 4,
    validUntil: instantToWire(new Date(Date.now() + validForMs)),
    currency: "USD",
    lines: [
      {
        description: "Air freight",
        unit: "kg",
        price: "3.85",
        volumeMin: null,
        volumeMax: null,
        weightMin: "45",
        weightMax: "100",
        amount,
      },
    ],
  }));
  await (await signedInDesk()).call(quotePrice, { id, options });
}
