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
