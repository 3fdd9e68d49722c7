/** A page is loaded again at most this often. */
const AGAIN_AFTER_MS = 2_000;
/** How soon a page that could not be loaded again is looked at anew: its person is typing, for example. */
const LOOK_AFTER_MS = 500;
/** After a failure. */
const RETRY_AFTER_MS = 15_000;
/** Ids that are remembered; of more, every page is concerned. */
const REMEMBERED_MAX = 200;

/** Ids of changed shipments; null: many, or unknown ones. */
export type Changed = ReadonlySet<string> | null;

export interface RefreshedPage {
  /** Whether it shows any of the shipments. */
  shows(changed: Changed): boolean;
  isVisible(): boolean;
  /** Something is loading or being sent, or a form is being filled in. */
  isBusy(): boolean;
  /** Loads the data again; false when they did not come. */
  refresh(): Promise<boolean>;
}

/**
 * Decides when the open page is loaded again after its shipments have changed: one load at a time, at most half of the
 * time, while the page is visible and idle.
 */
export class PageRefresh {
  #changed: Changed = new Set();
  #page: RefreshedPage | null = null;
  #isRunning = false;
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a page; the returned function ends it. */
  stand(page: RefreshedPage): () => void {
    this.#page = page;
    this.look();
    return () => {
      this.#page = null;
      clearTimeout(this.#timer);
    };
  }

  tell(ids: Iterable<string> | null): void {
    const all = ids && this.#changed ? new Set([...this.#changed, ...ids]) : null;
    this.#changed = all && all.size <= REMEMBERED_MAX ? all : null;
    this.look();
  }

  /** The page has changed in some way. */
  look(): void {
    clearTimeout(this.#timer);
    const page = this.#page;
    if (!page || this.#isRunning || this.#changed?.size === 0) return;
    // Another page is loaded with present data when it is opened.
    if (!page.shows(this.#changed)) this.#changed = new Set();
    else if (page.isVisible()) {
      const waitMs = this.#notBefore - Date.now();
      if (waitMs <= 0 && !page.isBusy()) void this.#run(page);
      else this.#timer = setTimeout(() => this.look(), Math.max(waitMs, LOOK_AFTER_MS));
    }
  }

  async #run(page: RefreshedPage): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isRunning = true;
    const start = Date.now();
    const isDone = await page.refresh();
    const end = Date.now();
    this.#isRunning = false;
    this.#notBefore = isDone ? Math.max(start + AGAIN_AFTER_MS, end + (end - start)) : end + RETRY_AFTER_MS;
    if (isDone) this.look();
    else this.tell(changed);
  }
}
