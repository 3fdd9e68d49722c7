import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { listAddress } from "#app/components/list/address.ts";
import { choice, listQuery } from "#app/components/list/query.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  SHARE_LIMITS,
  type ShareLink,
  shareList,
  shareRenew,
  shareRevoke,
  shareStates,
} from "#app/contract/share.ts";
import { addressId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { type MadeLink, madeLink } from "./made-link.server.ts";

/** Numbers that a row names; the page of the link names all. */
const NUMBERS_SHOWN = 3;

const LIST = () => href("/shipments/shared");
const query = listQuery({ state: choice(shareStates) }, ["made"], "made");
const kinds = { LIVE: "success", EXPIRED: "neutral", REVOKED: "danger" } as const;

/** A link in words. */
function linkView(visit: Visit, link: ShareLink, most = Number.POSITIVE_INFINITY) {
  const { t, time, dated, language } = visit;
  const { houseNumbers, seenCount, lastSeenAt } = link;
  const others = houseNumbers.length - most;
  const shows = [
    t("sharing:shows.basic"),
    ...(link.showsParties ? [t("sharing:shows.parties")] : []),
    ...(link.showsDocuments ? [t("sharing:shows.documents")] : []),
  ];
  return {
    id: link.id,
    href: withQuery(href("/shipments/shareEdit"), { id: link.id }),
    label: link.label || t("sharing:list.noName", { id: link.id }),
    state: { kind: kinds[link.state], label: t(`sharing:state.${link.state}`) },
    isRevoked: link.state === "REVOKED",
    shipments: [
      houseNumbers.slice(0, most).join(", "),
      ...(others > 0 ? [t("sharing:list.more", { count: others })] : []),
    ].join(" "),
    shows: shows.join(language === "zh" ? "、" : ", "),
    until: time(link.expiresAt),
    seen: seenCount
      ? dated(lastSeenAt, (time) => t("sharing:list.seenAt", { count: seenCount, time }))
      : t("sharing:list.never"),
    owner: link.ownerName ?? t("sharing:list.unowned"),
    madeAt: time(link.createdAt),
  };
}

const labelsOf = ({ t }: Visit) => ({
  label: t("sharing:list.column.label"),
  state: t("sharing:list.column.state"),
  shipments: t("sharing:list.column.shipments"),
  shows: t("sharing:list.column.shows"),
  until: t("sharing:list.column.until"),
  seen: t("sharing:list.column.seen"),
  owner: t("sharing:list.column.owner"),
});

export type ShareListView = Awaited<ReturnType<typeof loadShareList>>;

/** The own links, for administrators those of the company. */
export async function loadShareList(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const criteria = query.read(search);
  const { page, pageSize, filter } = criteria;
  const links = await visit.read(shareList, { ...filter, page, pageSize });
  const params = query.params(criteria);
  return {
    params,
    page,
    pageSize,
    base: LIST(),
    total: links.total,
    isTotalCapped: links.isTotalCapped,
    lost: visit.lostText(links.rows),
    rows: links.rows.map((row) => linkView(visit, row, NUMBERS_SHOWN)),
    tabs: statusTabs(
      t("sharing:list.all"),
      shareStates,
      (state) => t(`sharing:state.${state}`),
      links.counts,
    ),
    labels: labelsOf(visit),
    words: {
      title: t("sharing:title.list"),
      caption: t("sharing:list.caption"),
      filter: t("sharing:list.filter"),
      text: t("sharing:list.text"),
      none: t("sharing:list.none"),
      make: t("sharing:toShare"),
    },
  };
}

/** The link that the query names; without one it leads to the list, for an unknown one to /404. */
async function linkIn(visit: Visit, search: URLSearchParams): Promise<ShareLink> {
  const id = addressId.safeParse(search.get("id") ?? "").data;
  if (!id) throw redirect(LIST());
  const { rows } = await visit.read(shareList, { id, page: 1, pageSize: 1 });
  const link = rows.find((row) => row.id === id);
  if (!link) throw redirect(href("/404"));
  return link;
}

export type ShareEditView = Awaited<ReturnType<typeof loadShareEdit>>;

/** The page from which a link is renewed or revoked. */
export async function loadShareEdit(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  return {
    link: linkView(visit, await linkIn(visit, search)),
    labels: { ...labelsOf(visit), madeAt: t("sharing:edit.madeAt"), days: t("sharing:field.days") },
    usualDays: String(SHARE_LIMITS.usualDays),
    maxDays: SHARE_LIMITS.maxDays,
    words: {
      renew: t("sharing:edit.renew"),
      renewText: t("sharing:edit.renewText"),
      revoke: t("sharing:edit.revoke"),
      revokeText: t("sharing:edit.revokeText"),
      revoked: t("sharing:edit.revoked"),
      back: t("sharing:toList"),
    },
  };
}

interface EditReply {
  fault: string | null;
  /** As typed, and what is wrong with it. */
  days: string | null;
  daysFault: string | null;
  requestId: string | null;
  link: MadeLink | null;
}
const nothing: EditReply = { fault: null, days: null, daysFault: null, requestId: null, link: null };

/** Renews or revokes the link, as the pressed button says. */
export async function changeShare(visit: Visit, search: URLSearchParams, form: FormData) {
  const { id } = await linkIn(visit, search);
  const key = `${form.get("requestId")}`;
  const isRevoking = form.get("intent") === "revoke";
  const typed = String(form.get("days") ?? "");
  const days = z.coerce.number().int().min(1).max(SHARE_LIMITS.maxDays).safeParse(typed.trim());
  if (!isRevoking && !days.success) {
    const daysFault = visit.t("form.format");
    const fault = `${visit.t("sharing:field.days")}: ${daysFault}`;
    return data<EditReply>({ ...nothing, fault, daysFault, days: typed.slice(0, 20) }, { status: 400 });
  }
  const result = isRevoking
    ? await visit.write(shareRevoke, { id }, { key: `${key}:revoke` })
    : await visit.write(shareRenew, { id, days: days.data }, { key });
  if (!result.isDone) {
    // Somebody else has revoked it meanwhile.
    if (result.fault.code === CODE_NOT_FOUND) return redirect(listAddress(LIST()));
    const { data: answer, init } = refusedPress(result.fault, key);
    return data<EditReply>({ ...nothing, ...answer, days: typed.slice(0, 20) }, init ?? undefined);
  }
  if (!isRevoking) return data<EditReply>({ ...nothing, link: madeLink(visit, result.data) });
  visit.session.flash({ kind: "success", key: "sharing:revoked" });
  return redirect(LIST());
}
