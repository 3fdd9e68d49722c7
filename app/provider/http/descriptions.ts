import type { FastifyInstance } from "fastify";
import {
  CUSTOMER_OPENAPI_PATH,
  customerScopes,
  STAFF_OPENAPI_PATH,
  scopesOfCall,
} from "#app/contract/api-key-code.ts";
import { admitForwarder } from "../call/answer.ts";
import type { Route } from "../call/route.ts";
import { type OpenApiPart, openApiDocument } from "./openapi.ts";

/** A part for each kind of program. Which calls the desk has is shown to the forwarder's people and programs only. */
export function addDescriptions(
  app: FastifyInstance,
  routes: readonly Route[],
  callers: Parameters<typeof admitForwarder>[2],
): void {
  const isOfDesk = ({ endpoint, needs }: Route) => endpoint.access === "staff" || Boolean(needs?.desk);
  const parts: Record<OpenApiPart, { path: string; holds(route: Route): boolean }> = {
    portal: { path: "/openapi.json", holds: (route) => !isOfDesk(route) },
    customer: {
      path: CUSTOMER_OPENAPI_PATH,
      holds: ({ endpoint }) =>
        scopesOfCall(endpoint.name).some((scope) => customerScopes.some((own) => own === scope)),
    },
    staff: { path: STAFF_OPENAPI_PATH, holds: isOfDesk },
    carrier: { path: "/openapi/carrier.json", holds: ({ endpoint }) => endpoint.takesKeys },
  };
  for (const part of Object.keys(parts) as OpenApiPart[]) {
    const { path, holds } = parts[part];
    const described = routes.filter(holds).map(({ endpoint }) => endpoint);
    app.get(path, async (request, reply) => {
      if (part === "staff") await admitForwarder(request, reply, callers);
      return openApiDocument(part, described);
    });
  }
}
