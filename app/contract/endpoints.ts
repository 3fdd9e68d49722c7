import * as auth from "./auth.ts";
import type { Endpoint } from "./endpoint.ts";
import * as event from "./event.ts";
import * as quote from "./quote.ts";
import * as shipment from "./shipment.ts";
import * as user from "./user.ts";

/** Every call there is: the provider registers and documents them from here. */
export const endpoints: readonly Endpoint[] = [auth, user, shipment, event, quote].flatMap((module) =>
  Object.values(module).filter(
    (value): value is Endpoint =>
      typeof value === "object" && value !== null && "service" in value && "path" in value,
  ),
);
