import type { LiveView } from "./live-source.ts";

/** The state of the live module for pages, and their subscriptions. */
export class LiveStore {
  #view: LiveView;
  readonly #listeners = new Set<() => void>();
  readonly #activity = new Set<() => void>();

  readonly #refresh = new Set<(ids: readonly string[] | null) => void>();

  constructor(name: string, isOnline: boolean) {
    this.#view = {
      name,
      link: "connecting",
      nid: null,
      webSocketMsg: null,
      isOnline,
      unread: null,
      news: null,
      outgoing: [],
      writer: null,
      Refresher: null,
    };
  }

  get view(): LiveView {
    return this.#view;
  }

  change(changes: Partial<LiveView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }

  setUnread(unread: number): void {
    if (unread !== this.#view.unread) this.change({ unread });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notifies pages of a message in any channel. */
  tellActivity(): void {
    for (const listener of this.#activity) listener();
  }

  readonly onActivity = (listener: () => void): (() => void) => {
    this.#activity.add(listener);
    return () => this.#activity.delete(listener);
  };

  /** Notifies of changed shipments; null: many, or any while there was no socket. */
  tellShipments(ids: readonly string[] | null): void {
    for (const listener of this.#refresh) listener(ids);
  }

  readonly onShipments = (listener: (ids: readonly string[] | null) => void): void => {
    this.#refresh.add(listener);
  };
}
