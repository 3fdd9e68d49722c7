import type { z } from "zod";
import type { bookingOptions } from "#app/contract/booking.ts";
import type { CallerContext } from "../call/context.ts";

/** Reads the choices of the booking form: forwarders, customer services, carriers. */
export async function readOptions({ db }: CallerContext): Promise<z.input<typeof bookingOptions.response>> {
  const forwarders = await db
    .selectFrom("company")
    .select(["name", "customer_service"])
    .where("is_forwarder", "=", true)
    .orderBy("id")
    .execute();
  const carriers = await db
    .selectFrom("carrier")
    .select(["code", "name", "mode"])
    .orderBy("mode")
    .orderBy("name")
    .execute();
  const services = forwarders.map(({ customer_service }) => customer_service);
  return {
    companies: forwarders.map(({ name }) => name),
    customerServices: [...new Set(services.filter((name) => name !== null))],
    carriers,
  };
}
