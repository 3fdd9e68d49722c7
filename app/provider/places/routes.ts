import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import { placeAdd, placeSearch } from "#app/contract/place.ts";
import { placeFault } from "#app/lib/place-fields.ts";
import { Refusal } from "../call/refusal.ts";
import { handle, type Route } from "../call/route.ts";
import { addPlace } from "../reference/add-place.ts";
import { message } from "../texts/message.ts";
import { searchPlaces } from "./search.ts";

/** Everything under /place. Places are no company's: every signed-in person may search them. */
export const placeRoutes: Route[] = [
  handle(placeSearch, { reach: "read" }, (input, { db, language }) => searchPlaces(db, input, language)),
  handle(placeAdd, { reach: "act", desk: true }, async (fields, { db, now, language, caller }) => {
    const fault = placeFault(fields, now);
    if (fault)
      throw new Refusal(CODE_INVALID, "invalid", {
        data: { fields: [{ path: fault.field, message: message(fault.fault, language) }] },
      });
    if (!(await addPlace(db, fields, { by: caller.userId, now })))
      throw new Refusal(CODE_CONFLICT, "placeKnown", { values: { code: fields.code } });
    return { code: fields.code };
  }),
];
