import { useEffect, useRef } from "react";
import { useFetchers, useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import { quiet } from "#app/components/form-keeper.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { type Changed, PageRefresh } from "./page-refresh.ts";
import { DESK } from "./socket-message.ts";
import { isFilledIn, watchTyping } from "./typing.ts";

const refresh = new PageRefresh();

/** Shipments have changed; null: many, or unknown ones. */
export const tellChanged = (ids: Iterable<string> | null): void => refresh.tell(ids);

/** Loads the open page again when it shows shipments that have changed (`PageHandle.shipments`). Shows nothing. */
export function Refresher(): null {
  const { revalidate, state } = useRevalidator();
  const { state: navigation } = useNavigation();
  const fetchers = useFetchers();
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const isLoading = [state, navigation, ...fetchers.map((fetcher) => fetcher.state)].some(
    (each) => each !== "idle",
  );
  const current = { matches, here: pathname + search, revalidate, isLoading };
  const present = useRef(current);
  present.current = current;
  const page = matches.at(-1);
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const typing = watchTyping(document);
    const end = refresh.stand({
      shows: (changed) => isOn(present.current.matches.at(-1), changed),
      isVisible: () => document.visibilityState === "visible",
      isBusy: () => present.current.isLoading || typing.isTyping() || isFilledIn(content()),
      refresh: () => {
        focused.current = document.activeElement;
        return reload(present.current);
      },
    });
    const look = () => refresh.look();
    document.addEventListener("visibilitychange", look);
    return () => {
      end();
      typing.stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may show other shipments
  useEffect(() => refresh.look(), [page?.id, page?.pathname]);
  useEffect(() => {
    // What the person asked for is not quiet.
    if (navigation !== "idle") quiet.mend = null;
  }, [navigation]);
  // A row that moves to another place loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each load
  useEffect(() => {
    const had = focused.current;
    focused.current = null;
    if (had instanceof HTMLElement && had.isConnected && document.activeElement === document.body)
      had.focus({ preventScroll: true });
  }, [page?.loaderData]);
  return null;
}

const content = () => document.getElementById("content") ?? document.body;

type Match = ReturnType<typeof useMatches>[number];
interface Loaded {
  matches: Match[];
  /** Path and query. */
  here: string;
  revalidate: () => Promise<void>;
}

function isOn(page: Match | undefined, changed: Changed): boolean {
  const { shipments, isOfDesk } = (page?.handle as PageHandle | undefined) ?? {};
  if (isOfDesk && (!changed || changed.has(DESK))) return true;
  if (shipments === "many") return !changed || [...changed].some((id) => id !== DESK);
  return shipments === "one" && (!changed || changed.has(page?.params.id ?? ""));
}

/** False when a part did not come: the page then keeps what it showed. */
async function reload({ matches, here, revalidate }: Loaded): Promise<boolean> {
  let isWhole = true;
  const mend: typeof quiet.mend = (at, results) => {
    for (const [route, { type }] of Object.entries(results)) {
      if (type !== "error" || at !== here) continue;
      isWhole = false;
      results[route] = { type: "data", result: matches.find(({ id }) => id === route)?.loaderData };
    }
  };
  quiet.mend = mend;
  await revalidate();
  if (quiet.mend === mend) quiet.mend = null;
  return isWhole;
}
