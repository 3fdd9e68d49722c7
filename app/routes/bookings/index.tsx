import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadBookingList } from "#app/features/bookings/list.server.ts";
import { BookingList } from "#app/features/bookings/list.tsx";
import { bookingLists } from "#app/features/bookings/list-link.ts";
import { canWriteBooking, newBookingHref } from "#app/features/bookings/permission.ts";

/** The list at two URLs: /booking/index, and /shipments/bookingList, which product 2.2 requires. */
export const handle: PageHandle = { texts: ["booking-list"], isKept: true };
export const meta = pageTitle;

export async function loader(args: LoaderFunctionArgs) {
  const { visit, rights } = await requireUser(args);
  const base = bookingLists.find((path) => path === args.url.pathname) ?? bookingLists[0];
  const canWrite = (isFromQuote: boolean) => canWriteBooking(rights, isFromQuote);
  const view = await loadBookingList(visit, base, args.url.searchParams, canWrite, rights.isDesk);
  const title = visit.t(base === bookingLists[0] ? "bookings:title.list" : "bookings:title.shipmentList");
  return { title, view, newHref: newBookingHref(rights) };
}

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  keptLoader({ request, serverLoader: () => serverLoader<typeof loader>() });

export default function Bookings() {
  const data = useLoaderData<typeof loader>();
  useKeptPage(data);
  return <BookingList {...data} />;
}
