import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** Largest file from which a picture is made. */
export const PICTURE_BYTES = 5 * 1024 * 1024;

/** Multipart: one `picture` part. */
export const pictureUpload = endpoint({
  name: "portalUser.pictureUpload",
  summary: "Make the caller's picture from a file: PNG, JPEG, WebP or GIF, up to 5 MB",
  usedBy: ["/account/index"],
  path: "/portalUser/pictureUpload",
  body: "multipart",
  isWrite: true,
  request: noFields,
  response: nothing,
});

export const pictureRemove = endpoint({
  name: "portalUser.pictureRemove",
  summary: "Remove the caller's picture",
  usedBy: ["/account/index"],
  path: "/portalUser/pictureRemove",
  body: "none",
  isWrite: true,
  request: noFields,
  response: nothing,
});

export const picture = endpoint({
  name: "portalUser.picture",
  summary: "The picture of a person of the caller's company, or of the forwarder, as WebP",
  usedBy: ["/account/index"],
  path: "/portalUser/picture",
  answer: "file",
  retries: 0,
  request: z.object({ userId: wireId }),
  response: z.any(),
});

export const signedInSession = z.object({
  id: wireId,
  /** The session that makes this call. */
  isThis: z.boolean(),
  /** What the browser called itself. */
  userAgent: z.string(),
  /** IP address of the last use; null when it is unknown. */
  address: z.string().nullable(),
  signedInAt: wireDateTime,
  /** Exact to a few minutes. */
  lastUsedAt: wireDateTime,
});

export const sessionList = endpoint({
  name: "portalUser.sessionList",
  summary: "The caller's sessions that have not ended, last used first",
  neededBy: ["/account/sessions"],
  path: "/portalUser/sessionList",
  body: "none",
  request: noFields,
  response: z.object({ sessions: z.array(signedInSession) }),
});

export const sessionEnd = endpoint({
  name: "portalUser.sessionEnd",
  summary: "End one of the caller's other sessions, or without an id all of them",
  usedBy: ["/account/sessions"],
  path: "/portalUser/sessionEnd",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId.nullable() }),
  response: nothing,
});

export const retention = endpoint({
  name: "portalUser.retention",
  summary: "How many hours after its end the provider keeps what is about people, by kind",
  neededBy: ["/account/data"],
  path: "/portalUser/retention",
  body: "none",
  request: noFields,
  response: z.object({ kinds: z.array(z.object({ kind: z.string(), hours: z.number().int() })) }),
});

export const ownData = endpoint({
  name: "portalUser.ownData",
  summary: "What is stored of the caller, as a JSON file; needs a proof from those with a second factor",
  usedBy: ["/account/data"],
  path: "/portalUser/ownData",
  body: "none",
  answer: "file",
  retries: 0,
  request: noFields,
  response: z.any(),
});
