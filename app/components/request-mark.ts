import { createContext } from "react";

/**
 * The number of the request that made the page, for its error page: the server gives it while it renders. A browser takes
 * it from that page, since what failed unexpectedly comes without any data.
 */
export const RequestIdContext = createContext<string | undefined>(
  import.meta.env.SSR ? undefined : document.querySelector<HTMLElement>("[data-request]")?.dataset.request,
);
