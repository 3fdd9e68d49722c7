import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";

/** Where the question is asked: of a document, or of one of its versions. */
export const removalHref = (id: string, version?: number): string =>
  withQuery(href("/document/remove"), { id, version: version === undefined ? undefined : String(version) });
