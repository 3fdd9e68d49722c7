import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  href,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import { offlineCopy } from "#app/components/offline-copy.server.ts";
import { KeptOffline } from "#app/components/offline-copy.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { type FormPath, formPaths, isFormPath } from "#app/features/bookings/booking-fields.ts";
import { BookingForm } from "#app/features/bookings/form/booking-form.tsx";
import { showSavedInAddress } from "#app/features/bookings/form/draft-address.ts";
import { handleForm } from "#app/features/bookings/form/form.server.ts";
import { bookingIdIn, formStart } from "#app/features/bookings/form/form-start.server.ts";
import { LaneChoice } from "#app/features/bookings/form/lane-choice.tsx";
import { formLabels } from "#app/features/bookings/labels.server.ts";
import { formNeeds } from "#app/features/bookings/permission.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";

/** The form at its three addresses: /booking/add, /shipments/booking and the online variant /booking/teBooking. */
export const handle: PageHandle = { texts: ["booking-form", "freight"], isKept: true };
export const meta = pageTitle;

/** Each URL has its own title, with the booking's number when one is edited. */
function titleAt(path: FormPath, number: string | null, { t }: Visit): string {
  if (path === formPaths.add) return number ? t("bookings:title.edit", { number }) : t("bookings:title.add");
  const title = t(path === formPaths.online ? "bookings:title.online" : "bookings:title.shipments");
  return number ? `${title}: ${number}` : title;
}

function pathOf(url: URL): FormPath {
  return isFormPath(url.pathname) ? url.pathname : formPaths.add;
}

export async function loader(args: LoaderFunctionArgs) {
  const path = pathOf(args.url);
  const id = bookingIdIn(args.url.searchParams);
  const { visit } = await requireUser(args, formNeeds(path, id !== null));
  const start = await formStart(visit, path, args.url);
  return {
    title: titleAt(path, start.bookingNumber, visit),
    path,
    start,
    labels: formLabels(visit.t, start.fields),
    requestId: visit.requestId(),
    offline: id ? offlineCopy(visit, withQuery(path, { id })) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const path = pathOf(args.url);
  // The booking is named in the form; the provider refuses to create one without the right.
  const { visit } = await requireUser(args, formNeeds(path, true));
  return handleForm(visit, path, await args.request.formData());
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (answer) {
    showSavedInAddress(answer);
    throw answer;
  }
}

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  keptLoader({ request, serverLoader: () => serverLoader<typeof loader>() });

export default function BookingFormPage() {
  const { t } = useText("booking-form");
  const data = useLoaderData<typeof loader>();
  const { title, path, start, labels, requestId } = data;
  useKeptPage(data);
  const answer = useActionData<typeof action>();
  const isShort = path === formPaths.online;
  return (
    <div className="flex flex-col gap-4">
      {data.offline ? <KeptOffline copy={data.offline} /> : null}
      <PageHead title={title} lead={t(isShort ? "lead.short" : "lead.full")} />
      {isShort && !start.id ? (
        <LaneChoice
          origin={start.fields.origin ?? ""}
          destination={start.fields.destination ?? ""}
          places={start.places}
        />
      ) : null}
      <BookingForm
        start={start}
        path={start.id ? path : `${path}?key=${start.draftKey}`}
        requestId={requestId}
        answer={answer}
        labels={labels}
        backHref={href("/booking/index")}
      />
    </div>
  );
}
