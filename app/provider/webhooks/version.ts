import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "../db/schema.ts";

/** What a person changes of a webhook. */
export type Changeable = Pick<Selectable<Database["webhook"]>, "name" | "url" | "topics" | "is_ordered">;

/**
 * Made of what it stands for, so that nothing has to count changes: a failure or a new secret leaves it as it is, and what was
 * changed and changed back may be changed by whoever saw it first.
 */
export const versionOf = ({ name, url, topics, is_ordered }: Changeable): string =>
  createHash("sha256")
    .update(JSON.stringify([name, url, [...topics].sort(), is_ordered]))
    .digest("base64url")
    .slice(0, 22);
