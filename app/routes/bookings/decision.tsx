import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import { bookingDecisions } from "#app/features/bookings/booking-fields.ts";
import { decide, loadDecision } from "#app/features/bookings/decision.server.ts";
import { DecisionForm } from "#app/features/bookings/decision-form.tsx";
import { bookingIdIn } from "#app/features/bookings/form/form-start.server.ts";
import { bookingLists } from "#app/features/bookings/list-link.ts";
import { bookingWrites } from "#app/features/bookings/permission.ts";

/** Registered twice: /booking/recall and /booking/cancel. */
export const meta = pageTitle;

function readAddress(url: URL) {
  const decision = bookingDecisions.find((each) => url.pathname.endsWith(each)) ?? "recall";
  const id = bookingIdIn(url.searchParams);
  if (!id) throw redirect(bookingLists[0]);
  return { decision, id };
}

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  const { decision, id } = readAddress(args.url);
  const view = await loadDecision(visit, decision, id);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: ActionFunctionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  const { decision, id } = readAddress(args.url);
  return decide(visit, decision, id, await args.request.formData());
}

export default function Decide() {
  const { view, requestId } = useLoaderData<typeof loader>();
  return <DecisionForm view={view} requestId={requestId} answer={useActionData<typeof action>()} />;
}
