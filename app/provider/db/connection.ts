export interface ServerLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface ConnectionSettings {
  /** A host name, or the folder of a unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/**
 * A database behind a pooler of transactions, such as PgBouncer in transaction mode: each transaction, and each
 * statement outside one, may be run in another session of the server.
 */
export interface PooledAddress {
  pooledUrl: string;
  /** Leads past the pooler to the same database; undefined where the operator gave none. */
  directUrl: string | undefined;
}

/** What `startEmbedded` returns, the operator's `DATABASE_URL`, or that of a pooler. */
export type DatabaseTarget = ConnectionSettings | string | PooledAddress;

export function isPooled(target: DatabaseTarget): target is PooledAddress {
  return typeof target === "object" && "pooledUrl" in target;
}

/** For work that needs a session or should not occupy the pooler's; the pooler itself where there is no other way. */
export function directTarget(target: DatabaseTarget): DatabaseTarget {
  return isPooled(target) ? (target.directUrl ?? target) : target;
}

/** The address in the driver's terms. */
export function clientAddress(target: DatabaseTarget): ConnectionSettings | { connectionString: string } {
  if (isPooled(target)) return { connectionString: target.pooledUrl };
  return typeof target === "string" ? { connectionString: target } : target;
}
