import { href, redirect } from "react-router";
import { answerExport, formatIn, type MadeExport, showOnList } from "#app/access/export-file.server.ts";
import { requireUser, type SignedIn } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import { bookings } from "#app/features/bookings/list.server.ts";
import { deliveries } from "#app/features/deliveries/list.server.ts";
import { invoices } from "#app/features/invoices/list.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { members } from "#app/features/members/list.server.ts";
import { quotes } from "#app/features/quotes/list.server.ts";
import { lookOfBrowser } from "#app/features/shipments/list/column-choice.server.ts";
import { exportList } from "#app/features/shipments/list/export.server.ts";
import { readListQuery } from "#app/features/shipments/list/query.server.ts";
import type { Route } from "./+types/list-export";

type Args = Pick<Route.LoaderArgs, "context" | "url" | "request">;

interface SavedList {
  /** The address of the list; without rights the usual one. */
  list(signedIn?: SignedIn): string;
  guard(args: Args): Promise<SignedIn>;
  save(signedIn: SignedIn, args: Args, format: FileFormat): Promise<MadeExport>;
}

const saved = (
  list: Pick<typeof quotes, "path" | "save">,
  guard: SavedList["guard"] = requireUser,
): SavedList => ({
  list: () => list.path,
  guard,
  save: ({ visit }, { url }, format) => list.save(visit, url.searchParams, format),
});

/** By the pattern of the route, as `routes.ts` has it. */
const lists: Record<string, SavedList> = {
  "quote/export": saved(quotes),
  "billing/export": saved(invoices),
  "last-mile/export": saved(deliveries),
  "account/memberExport": saved(members, requireMemberManager),
  "booking/export": {
    ...saved(bookings),
    // The list that the person's menus open.
    list: (signedIn) =>
      signedIn && !hasMenu(signedIn.rights, "BOOKING") ? href("/shipments/bookingList") : bookings.path,
  },
  "shipments/export": {
    list: () => href("/shipments/index"),
    guard: (args) => requireUser(args, { resourceUrls: ["/shipment/export"] }),
    async save({ visit }, { url, request }, format) {
      const { columns } = await lookOfBrowser(request);
      return exportList(visit, readListQuery(url.searchParams), columns, format);
    },
  },
};

/** The list of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { list, guard, save } = lists[args.pattern]!;
  const { search } = args.url;
  const signedIn = await guard(args).catch(showOnList(list() + search));
  const made = await save(signedIn, args, await formatIn(args.request));
  return answerExport(signedIn.visit, made, list(signedIn) + search);
}

export async function loader(args: Route.LoaderArgs) {
  const { list, guard } = lists[args.pattern]!;
  await guard(args);
  return redirect(list() + args.url.search);
}
