import {
  shareDocument,
  shareList,
  shareMake,
  shareOpen,
  shareRenew,
  shareRevoke,
  shareStart,
  shareView,
} from "#app/contract/share.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handlePublic, handleRead, type Route } from "../call/route.ts";
import { houseNumbersOf, listShareLinks, makeShareLink, renewShareLink, revokeShareLink } from "./link.ts";
import { documentOfShare, openShare, viewShare } from "./view.ts";

/** Who sees shipments may share them. */
const share = { reach: "read", anyOf: ["SHIPMENTS"] } as const satisfies Needs;

/** For readers of several links behind one address; a token cannot be guessed at any speed. */
const perMinute = (callsPerMinute: number) => ({ callsPerMinute });

/** Everything under /share: links for people without an account. */
export const sharingRoutes: Route[] = [
  handle(shareStart, share, houseNumbersOf),
  handle(shareMake, share, makeShareLink, { isAnswerSecret: true }),
  handleRead(shareList, share, listShareLinks),
  handle(shareRevoke, share, revokeShareLink),
  handle(shareRenew, share, renewShareLink, { isAnswerSecret: true }),
  handlePublic(shareOpen, openShare, perMinute(30)),
  handlePublic(shareView, viewShare, perMinute(60)),
  handlePublic(shareDocument, documentOfShare, perMinute(30)),
];
