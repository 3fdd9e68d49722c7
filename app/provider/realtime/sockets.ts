import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import { closeCodes } from "#app/contract/realtime.ts";
import { Connection, GOING_AWAY } from "./connection.ts";
import type { TicketHolder } from "./ticket.ts";

/** Each socket is checked so often. */
const ROUND_MS = 500;
/** A round has so many parts: 20,000 sockets at once would hold the loop up for some 30 ms. */
const PARTS = 10;
const COUNT_LOG_MS = 60_000;
const LEAVE_STEP_MS = 100;
/** Limit per person and process; a browser uses one socket for all its tabs. */
export const SOCKETS_PER_PERSON = 20;
/** How long a revoked token or person is remembered: longer than taking a ticket lasts. */
const REVOKED_KEPT_MS = 60_000;

/** The sockets of this process, indexed by person, company and token. One timer checks all of them, a part at a time. */
export class Sockets {
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #onAuthorised: (connection: Connection) => void;
  readonly #all = new Set<Connection>();
  readonly #byPerson = new Map<string, Set<Connection>>();
  readonly #byToken = new Map<string, Set<Connection>>();
  /** Ids of people with a socket, by company; the forwarder's people are kept separately. */
  readonly #byCompany = new Map<string, Set<string>>();
  readonly #forwarders = new Set<string>();
  /**
   * Recently revoked token hashes and people, with time and close code: a ticket may have been taken just
   * before.
   */
  readonly #revoked = new Map<string, { at: number; code: number }>();
  readonly #timer: NodeJS.Timeout;
  /** The sockets that this round has not checked yet; a set's iterator comes to those that are added meanwhile. */
  #unchecked: Iterator<Connection> = this.#all.values();
  #countLoggedAt = performance.now();

  constructor(options: { log: Logger; now: () => Date; onAuthorised: (connection: Connection) => void }) {
    this.#log = options.log;
    this.#now = options.now;
    this.#onAuthorised = options.onAuthorised;
    this.#timer = setInterval(() => this.#check(), ROUND_MS / PARTS).unref();
  }

  get size(): number {
    return this.#all.size;
  }

  /** @param askedAt time of the ticket check (`performance.now()`) */
  open(socket: WebSocket, holder: TicketHolder, askedAt: number): void {
    const out = [holder.tokenHash, personKey(holder.userId)]
      .map((key) => this.#revoked.get(key))
      .find((went) => went && went.at > askedAt);
    const isOneTooMany = (this.#byPerson.get(holder.userId)?.size ?? 0) >= SOCKETS_PER_PERSON;
    if (out || isOneTooMany) {
      socket.close(out ? out.code : closeCodes.tooManySockets);
      return;
    }
    const connection = new Connection(socket, holder, {
      authorised: this.#onAuthorised,
      end: (ended, code) => this.#remove(ended, code),
    });
    this.#all.add(connection);
    addTo(this.#byPerson, holder.userId, connection);
    addTo(this.#byToken, holder.tokenHash, connection);
    if (holder.isForwarder) this.#forwarders.add(holder.userId);
    else addTo(this.#byCompany, holder.companyId, holder.userId);
  }

  /** The person's sockets that are authorised. */
  *of(userId: string): Iterable<Connection> {
    for (const connection of this.#byPerson.get(userId) ?? []) if (connection.isAuthorised) yield connection;
  }

  has(userId: string): boolean {
    return this.#byPerson.has(userId);
  }

  /** Whether a person with a socket is staff of the forwarder. */
  isForwarder(userId: string): boolean {
    return this.#forwarders.has(userId);
  }

  /** Ids of the forwarder's people with a socket. */
  forwarders(): Iterable<string> {
    return this.#forwarders;
  }

  /** Ids of people with a socket who get messages of the company: its own and the forwarder's. */
  *recipientsOf(companyId: string): Iterable<string> {
    yield* this.#byCompany.get(companyId) ?? [];
    yield* this.#forwarders;
  }

  /** @param tokenHashes SHA-256 as base64url */
  endTokens(tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes) this.#end(tokenHash, this.#byToken.get(tokenHash));
  }

  endPerson(userId: string): void {
    this.#end(personKey(userId), this.#byPerson.get(userId));
  }

  /** The person may not use messages any more; the session is not affected. */
  refusePerson(userId: string): void {
    this.#end(personKey(userId), this.#byPerson.get(userId), closeCodes.notAllowed);
  }

  /** Closes all sockets; the clients reconnect. */
  closeAll(): void {
    for (const connection of [...this.#all]) connection.close(GOING_AWAY);
  }

  /** The same, a part at a time: at other processes as many would arrive in one moment. */
  async closeAllOver(ms: number): Promise<void> {
    for (let parts = Math.ceil(ms / LEAVE_STEP_MS); parts > 1 && this.size > 0; parts--) {
      const part = [...this.#all].slice(0, Math.ceil(this.size / parts));
      for (const connection of part) connection.close(GOING_AWAY);
      await sleep(LEAVE_STEP_MS);
    }
    this.closeAll();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.closeAll();
  }

  #end(key: string, connections: Iterable<Connection> = [], code: number = closeCodes.sessionEnded): void {
    // Moves the key to the end, because the oldest ones are dropped first.
    this.#revoked.delete(key);
    this.#revoked.set(key, { at: performance.now(), code });
    for (const connection of [...connections]) connection.close(code);
  }

  #remove(connection: Connection, code: number): void {
    const { userId, companyId, tokenHash, isForwarder } = connection.holder;
    this.#all.delete(connection);
    removeFrom(this.#byToken, tokenHash, connection);
    removeFrom(this.#byPerson, userId, connection);
    if (!this.#byPerson.has(userId)) {
      if (isForwarder) this.#forwarders.delete(userId);
      else removeFrom(this.#byCompany, companyId, userId);
    }
    this.#log.debug({ connection: connection.id, code }, "A socket closed");
  }

  #check(): void {
    const now = performance.now();
    const wallClock = this.#now().getTime();
    for (let left = Math.ceil(this.#all.size / PARTS); left > 0; left--) {
      const { value, done } = this.#unchecked.next();
      if (done) {
        this.#unchecked = this.#all.values();
        break;
      }
      value.check(now, wallClock);
    }
    for (const [key, { at }] of this.#revoked) {
      if (now - at < REVOKED_KEPT_MS) break;
      this.#revoked.delete(key);
    }
    if (now - this.#countLoggedAt < COUNT_LOG_MS) return;
    this.#countLoggedAt = now;
    if (this.size > 0) this.#log.info({ sockets: this.size, people: this.#byPerson.size }, "Sockets open");
  }
}

function personKey(userId: string): string {
  return `person ${userId}`;
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function removeFrom<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
