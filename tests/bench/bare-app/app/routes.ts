import { index, type RouteConfig } from "@react-router/dev/routes";

export default [index("./shipments.tsx")] satisfies RouteConfig;
