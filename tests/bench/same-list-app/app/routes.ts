import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [index("./shipments.tsx"), route("login", "./login.ts")] satisfies RouteConfig;
