/** Browsers slow the timers of a hidden page down after as long; the socket would be dropped as silent. */
const HIDDEN_REST_MS = 5 * 60_000;

/** The page and its window, as far as they tell whether somebody is there. */
export interface WatchedPage {
  document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  window: EventTarget;
  navigator: { readonly onLine: boolean };
}

export interface PageWatchOptions {
  page: WatchedPage;
  /** Somebody looks again, or the page comes back from wherever it was put. */
  onWake(): void;
  /** Nobody has looked for long, or the page is put away. */
  onRest(): void;
  onNetwork(isOnline: boolean): void;
}

/** Follows whether the page is looked at and has a network. */
export class PageWatch {
  readonly #options: PageWatchOptions;
  readonly #ended = new AbortController();
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PageWatchOptions) {
    this.#options = options;
    const { page, onRest, onNetwork } = options;
    const { signal } = this.#ended;
    const listen = (target: EventTarget, type: string, listener: (event: Event) => void) =>
      target.addEventListener(type, listener, { signal });
    listen(page.document, "visibilitychange", () => this.#look());
    listen(page.document, "freeze", onRest);
    listen(page.document, "resume", () => this.#wake());
    listen(page.window, "pagehide", onRest);
    listen(page.window, "pageshow", (event) => {
      if ((event as PageTransitionEvent).persisted) this.#wake();
    });
    for (const type of ["online", "offline"])
      listen(page.window, type, () => {
        onNetwork(page.navigator.onLine);
        if (page.navigator.onLine) this.#wake();
      });
  }

  get isLookedAt(): boolean {
    return this.#options.page.document.visibilityState === "visible";
  }

  stop(): void {
    this.#ended.abort();
    clearTimeout(this.#restTimer);
  }

  #look(): void {
    clearTimeout(this.#restTimer);
    if (this.isLookedAt) this.#wake();
    else this.#restTimer = setTimeout(this.#options.onRest, HIDDEN_REST_MS);
  }

  #wake(): void {
    clearTimeout(this.#restTimer);
    this.#options.onWake();
  }
}
