import { searchFind } from "#app/contract/search.ts";
import { handleRead, type Route } from "../call/route.ts";
import { findRecords } from "./find.ts";

/** The one search. Everybody may ask; each kind of record is found by those who may open its list. */
export const searchRoutes: Route[] = [handleRead(searchFind, { reach: "read" }, findRecords)];
