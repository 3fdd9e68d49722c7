import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { FormReply } from "#app/components/form.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { knownPlaces } from "#app/components/place-field.server.ts";
import { shipmentFollow, shipmentList } from "#app/contract/shipment.ts";
import { followKeys, shipmentFollowMany } from "#app/contract/shipment-follow.ts";
import { addressId } from "#app/contract/wire.ts";

const SUBSCRIPTIONS = href("/account/shipmentsSubscription");
const PAGE_SIZE = 25;

/** The followed shipments, and the form that follows more. */
export async function loadSubscriptions(visit: Visit, rights: Rights, search: URLSearchParams) {
  const page = z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .catch(1)
    .parse(search.get("page") ?? 1);
  const [shipments, places] = await Promise.all([
    visit.read(shipmentList, { isFollowed: true, page, pageSize: PAGE_SIZE }),
    knownPlaces(visit, rights),
  ]);
  return {
    rows: shipments.rows.map((row) => ({
      id: row.id,
      number: row.houseNumber,
      about: `${row.portOfDeparture.name} → ${(row.destination ?? row.portOfArrival).name}`,
      status: visit.t(`notifications:statusName.${row.status}`),
    })),
    lost: visit.lostText(shipments.rows),
    places,
    required: requiredFields(followSchema(visit)),
    page,
    pageSize: PAGE_SIZE,
    total: shipments.total,
    isTotalCapped: shipments.isTotalCapped,
  };
}

function followSchema({ t }: Visit) {
  const empty = t("subscriptions:fault.empty");
  return z
    .object({
      by: z.enum(followKeys, { error: empty }),
      value: z.string({ error: empty }).trim().min(1, empty).max(100, empty),
      destination: z.string().trim().max(100).default(""),
    })
    .refine(({ by, destination }) => by !== "lane" || destination !== "", {
      path: ["destination"],
      message: t("subscriptions:fault.places"),
    });
}

/** Follows what fits the form, or unfollows the shipment of the pressed button. */
export async function handleSubscriptions(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const unfollowed = addressId.safeParse(form.get("unfollow")).data;
  if (unfollowed) {
    const input = { id: unfollowed, isFollowed: "false" };
    const result = await visit.write(shipmentFollow, input, { key: `${key}:${unfollowed}` });
    if (!result.isDone)
      return data<FormReply & { fault: string | null }>(
        { reply: {}, requestId: null, fault: result.fault.message },
        { status: result.fault.kind === "unavailable" ? 503 : 400 },
      );
    visit.session.flash({ kind: "success", key: "unfollowed" });
    return redirect(SUBSCRIPTIONS);
  }
  const submission = parseWithZod(form, { schema: followSchema(visit) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    return data<FormReply & { fault: string | null }>({ ...answer, fault: null }, init ?? undefined);
  }
  const result = await visit.write(shipmentFollowMany, submission.value, {
    key: `${key}:${JSON.stringify(submission.value)}`.slice(0, 200),
  });
  if (!result.isDone) {
    const { data: answer, init } = faulty(submission, result.fault);
    return data<FormReply & { fault: string | null }>({ ...answer, fault: null }, init ?? undefined);
  }
  if (result.data?.found === 0) {
    const message = visit.t("subscriptions:fault.none");
    const reply = submission.reply({ fieldErrors: { value: [message] } });
    return data<FormReply & { fault: string | null }>(
      { reply, requestId: null, fault: null },
      { status: 400 },
    );
  }
  const added = result.data?.added ?? 0;
  visit.session.flash(
    added > 0
      ? { kind: "success", key: "subscriptions:followed", number: String(added) }
      : { kind: "success", key: "subscriptions:known" },
  );
  return redirect(SUBSCRIPTIONS);
}
