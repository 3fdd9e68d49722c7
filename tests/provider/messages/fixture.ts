import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { bookingSubmit } from "#app/contract/booking.ts";
import {
  type MessageData,
  messageList,
  messageSend,
  messageUpload,
  newInquiry,
} from "#app/contract/message.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { draft } from "../bookings/fixture.ts";
import type { Somebody } from "../quotes/fixture.ts";

/** Starts a new conversation as the person; the channel is that of shipments. */
export async function conversation(
  provider: TestProvider,
  who: Somebody,
  given: Partial<z.input<typeof newInquiry.request>> = {},
): Promise<{ id: string; channelId: string; message: MessageData }> {
  const inquiry = { type: 1, subject: "A question", text: "Hello", clientId: randomUUID(), ...given };
  const answer = await provider.call(newInquiry, inquiry, { token: who.token });
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

export function say(
  provider: TestProvider,
  who: Somebody,
  channelId: string,
  text: string,
  given: Partial<z.input<typeof messageSend.request>> = {},
) {
  const outgoing = { channelId, text, clientId: randomUUID(), ...given };
  return provider.call(messageSend, outgoing, { token: who.token });
}

export async function heard(
  provider: TestProvider,
  who: Somebody,
  channelId: string,
  given: Partial<z.input<typeof messageList.request>> = {},
) {
  const answer = await provider.call(messageList, { channelId, limit: 100, ...given }, { token: who.token });
  return answer.data;
}

/** A booking of the person, and a shipment with its number. */
export async function bookedShipment(provider: TestProvider, who: Somebody) {
  const booking = await draft(provider, who);
  const { code } = await provider.call(
    bookingSubmit,
    { id: booking.id, version: booking.version },
    { token: who.token },
  );
  if (code !== 200) throw new Error(`The booking was refused with code ${code}`);
  const shipment = await makeShipment(provider.db, who.companyId, {
    house_number: `FL${randomUUID().slice(0, 8).toUpperCase()}`,
    master_number: `MAEU${randomUUID().slice(0, 6).toUpperCase()}`,
    booking_number: booking.bookingNumber,
    poNumbers: ["PO-77"],
  });
  return { booking, shipment };
}

/** Uploads files as a browser's form does. */
export async function upload(
  provider: TestProvider,
  who: Somebody,
  channelId: string,
  files: readonly { name: string; content: string | Uint8Array<ArrayBuffer> }[],
  key: string = randomUUID(),
): Promise<{ code: number; message: string; data: z.output<typeof messageUpload.response> }> {
  const form = new FormData();
  form.set("teamParams", JSON.stringify({ channelId }));
  for (const { name, content } of files) form.append("files", new Blob([content]), name);
  const answer = await fetch(`${provider.apiUrl}${messageUpload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  return (await answer.json()) as Awaited<ReturnType<typeof upload>>;
}
