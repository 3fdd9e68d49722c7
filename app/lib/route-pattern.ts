/** Between the portal's build and its server; browsers never get it. */
export const ROUTE_PATTERN_HEADER = "x-route-pattern";
