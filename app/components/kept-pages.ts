import { Recent } from "#app/lib/recent.ts";

const KEPT_PAGES_MAX = 20;

interface KeptField {
  name: string;
  index: number;
  value: string;
  isChecked: boolean | null;
}
/** State of a page when it was left. */
export interface PageLook {
  fields: KeptField[];
  /** Indexes of the open `details` elements. */
  openPanels: number[];
  scrollY: number;
}
interface KeptPage extends PageLook {
  search: string;
  data: unknown;
  /** Left and not visited since: the data shown on return are old. */
  isAway: boolean;
  /** Visited again, and being refreshed. */
  isRefreshing: boolean;
}

/** The page cache (product 2.4: at most 20), by path, in the browser's memory. */
export class KeptPages {
  readonly #pages = new Recent<KeptPage>(KEPT_PAGES_MAX);

  /** The page as it was left, if this navigation returns to it. */
  left(pathname: string, search: string): KeptPage | undefined {
    const page = this.#pages.get(pathname);
    return page?.isAway && page.search === search ? page : undefined;
  }

  /**
   * Data of a page: on return the earlier data, else those of `read`. A refresh that fails by the network
   * (`isLost`) keeps the page as it is.
   */
  async load<T>(
    pathname: string,
    search: string,
    read: () => Promise<T>,
    isLost: (error: unknown) => boolean,
  ): Promise<T> {
    const left = this.left(pathname, search);
    if (left) return left.data as T;
    const page = this.#pages.get(pathname);
    try {
      return await read();
    } catch (error) {
      // A refresh was not requested by the person, so its failure is not shown.
      if (page?.isRefreshing && page.search === search && isLost(error)) return page.data as T;
      throw error;
    } finally {
      if (page) page.isRefreshing = false;
    }
  }

  /** Records the data of the displayed page. */
  stand(pathname: string, search: string, data: unknown): void {
    const page = this.#pages.get(pathname);
    const fresh = { fields: [], openPanels: [], scrollY: 0, isAway: false, isRefreshing: false };
    this.#pages.set(pathname, { ...fresh, ...(page?.search === search ? page : {}), search, data });
  }

  /** Records how the page looks when it is left; pages that are not kept are ignored. */
  leave(pathname: string, look: PageLook): void {
    const page = this.#pages.get(pathname);
    if (page) Object.assign(page, look, { isAway: true });
  }

  /** For a form that is finished by its submit: the next visit starts with a new page. */
  forget(pathname: string): void {
    this.#pages.delete(pathname);
  }

  /** Link of a menu entry: the page with its last query, if it is kept. */
  href(path: string): string {
    const page = path.includes("?") ? undefined : this.#pages.get(path);
    return page ? path + page.search : path;
  }
}
