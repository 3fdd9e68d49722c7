import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { BookingList } from "#app/features/bookings/booking-list.tsx";
import { loadBookingList } from "#app/features/bookings/list.server.ts";
import { bookingLists } from "#app/features/bookings/list-link.ts";
import { canWriteBookings } from "#app/features/bookings/permission.ts";

/** The list at its two addresses: /booking/index, and /shipments/bookingList, which spec 2 wants cached. */
export const handle: PageHandle = { texts: ["booking-view"], isKept: true };
export const meta = pageTitle;

export async function loader(args: LoaderFunctionArgs) {
  const { visit, rights } = await requireUser(args);
  const base = bookingLists.find((path) => path === args.url.pathname) ?? bookingLists[0];
  const canWrite = canWriteBookings(rights);
  const view = await loadBookingList(visit, base, args.url.searchParams, { canWrite });
  return { title: visit.t("bookings:title.list"), view, canWrite };
}

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  keptLoader({ request, serverLoader: () => serverLoader<typeof loader>() });

export default function Bookings() {
  const data = useLoaderData<typeof loader>();
  useKeptPage(data);
  return <BookingList {...data} />;
}
