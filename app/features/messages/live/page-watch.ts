/**
 * Browsers slow down timers of hidden pages after about this time; the provider would drop the socket as
 * silent.
 */
const HIDDEN_REST_MS = 5 * 60_000;

/** Page and window events that show whether somebody is there. */
export interface WatchedPage {
  document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  window: EventTarget;
  navigator: { readonly onLine: boolean };
}

export interface PageWatchOptions {
  page: WatchedPage;
  /** The page is visible again, or was restored from a frozen state. */
  onWake(): void;
  /** The page was hidden for long, or is being frozen. */
  onRest(): void;
  onNetwork(isOnline: boolean): void;
}

/** Watches whether the page is visible and has a network. */
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
