import { Recent } from "#app/lib/recent.ts";

const KEPT_PAGES_MAX = 20;

export interface KeptField {
  name: string;
  index: number;
  value: string;
  isChecked: boolean | null;
}
/** How a page looked when it was left. */
export interface PageLook {
  fields: KeptField[];
  /** Which `details` of the page stand open, by their order. */
  openPanels: number[];
  scrollY: number;
}
interface KeptPage extends PageLook {
  search: string;
  data: unknown;
  /** Left and not yet come back to: what is shown first on the return is old. */
  isAway: boolean;
  /** Come back to, and being read anew. */
  isRefreshing: boolean;
}

/** The page cache (product 2.4: at most 20), by path. It lives in the browser's memory and ends with it. */
export class KeptPages {
  readonly #pages = new Recent<KeptPage>(KEPT_PAGES_MAX);

  /** The page as it was left, when this is the way back to it; else undefined. */
  left(pathname: string, search: string): KeptPage | undefined {
    const kept = this.#pages.get(pathname);
    return kept?.isAway && kept.search === search ? kept : undefined;
  }

  /**
   * What a page is made of: on the way back what was there, else what `read` gives. A page that is read anew after its
   * return stays as it is where `isLost` says that the link took the answer.
   */
  async load<T>(
    pathname: string,
    search: string,
    read: () => Promise<T>,
    isLost: (error: unknown) => boolean,
  ): Promise<T> {
    const left = this.left(pathname, search);
    if (left) return left.data as T;
    const kept = this.#pages.get(pathname);
    try {
      return await read();
    } catch (error) {
      // Nobody asked for more than what was there.
      if (kept?.isRefreshing && kept.search === search && isLost(error)) return kept.data as T;
      throw error;
    } finally {
      if (kept) kept.isRefreshing = false;
    }
  }

  /** The page stands, made of this data. */
  stand(pathname: string, search: string, data: unknown): void {
    const kept = this.#pages.get(pathname);
    const fresh = { fields: [], openPanels: [], scrollY: 0, isAway: false, isRefreshing: false };
    this.#pages.set(pathname, { ...fresh, ...(kept?.search === search ? kept : {}), search, data });
  }

  /** The page is left as it looks; what is not kept is not noted. */
  leave(pathname: string, look: PageLook): void {
    const kept = this.#pages.get(pathname);
    if (kept) Object.assign(kept, look, { isAway: true });
  }

  /** For a form whose work is done with its submit: the next visit begins anew. */
  forget(pathname: string): void {
    this.#pages.delete(pathname);
  }

  /** Where a menu entry leads: to the page as it was left, if it is kept. */
  href(path: string): string {
    const kept = path.includes("?") ? undefined : this.#pages.get(path);
    return kept ? path + kept.search : path;
  }
}
