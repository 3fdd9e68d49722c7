import { data, isRouteErrorResponse, type ServerBuild } from "react-router";
import type { Trouble } from "#app/access/trouble.ts";
import { REQUEST_ID_HEADER, shortRequestId } from "#app/lib/request-id.ts";

type Routes = ServerBuild["routes"];
type Handler = NonNullable<NonNullable<Routes[string]>["module"]["loader"]>;

/**
 * The routes of pages, whose unexpected errors come with the number of their request. The framework tells a client
 * navigation nothing about such an error, and gives no way to add to it.
 */
export function withKnownFailures({ routes, entry }: ServerBuild): Routes {
  const { handleError } = entry.module;
  const guarded = (work: Handler): Handler => {
    const known = async (args: Parameters<Handler>[0]) => {
      try {
        return await work(args);
      } catch (error) {
        const requestId = args.request.headers.get(REQUEST_ID_HEADER);
        if (!(error instanceof Error) || isRouteErrorResponse(error) || !requestId) throw error;
        handleError?.(error, args);
        const trouble: Trouble = { kind: "unknown", requestId: shortRequestId(requestId) };
        throw data(trouble, { status: 500 });
      }
    };
    return Object.assign(known, work);
  };
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route?.module.default) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: guarded(loader) }),
        ...(action && { action: guarded(action) }),
      };
      return [id, { ...route, module }];
    }),
  );
}
