import type { FastifyReply, FastifyRequest } from "fastify";
import {
  CODE_FAILURE,
  CODE_INVALID,
  CODE_NOT_FOUND,
  CODE_TOO_MANY,
  isAccountStateCode,
} from "#app/contract/code.ts";
import type { Envelope } from "#app/contract/envelope.ts";
import type { Language } from "#app/contract/user.ts";
import { CommitUnknownError, isConnectionLost } from "../db/database.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { Refusal } from "./refusal.ts";

/** The envelope of every answer (product 3.2). */
export function envelope(code: number, text: string, data: unknown): Envelope {
  return { code, message: text, data };
}

/**
 * The language of the `Language` header (product 7.1), else of Accept-Language: zh when it starts with zh,
 * otherwise English.
 */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers.language ?? request.headers["accept-language"];
  return String(header ?? "")
    .trim()
    .toLowerCase()
    .startsWith("zh")
    ? "zh"
    : "en";
}

/** Which failure has which HTTP status: app/decisions/writes-and-faults.md. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request);
  const send = (status: number, code: number, key: MessageKey) =>
    reply.code(status).send(envelope(code, message(key, language), null));

  if (error instanceof Refusal) {
    const status = isAccountStateCode(error.code)
      ? 401
      : error.code === CODE_TOO_MANY
        ? 429
        : (error.status ?? 200);
    if ((status === 429 || status === 503) && error.values.seconds)
      reply.header("retry-after", String(error.values.seconds));
    return reply
      .code(status)
      .send(envelope(error.code, message(error.messageKey, language, error.values), error.data));
  }
  const { statusCode } = error as { statusCode?: number };
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return send(statusCode, CODE_INVALID, statusCode === 413 ? "tooLarge" : "malformedRequest");
  if (isDiskFull(error)) {
    request.log.error(
      { err: error },
      "The disk is full: free space on the disk of DATA_DIR, the database or the temporary folder; no restart is needed",
    );
    reply.header("retry-after", "60");
    return send(503, CODE_FAILURE, "diskFull");
  }
  if (statusCode === 503 || isUnavailable(error)) {
    request.log.warn({ err: error }, "The call was answered 503: the database is not available");
    reply.header("retry-after", "5");
    return send(503, CODE_FAILURE, "unavailable");
  }
  request.log.error({ err: error }, "The call failed with an unexpected error");
  return send(500, CODE_FAILURE, "failure");
}

/** SQLSTATE 53100 is PostgreSQL's code for a full disk; the others are the operating system's. */
function isDiskFull(error: Error): boolean {
  const { code } = error as { code?: string };
  return code === "53100" || code === "ENOSPC" || code === "EDQUOT";
}

/** The database cannot be reached, timed out or only reads as a standby does: a later try may succeed. */
function isUnavailable(error: Error): boolean {
  const { code } = error as { code?: string };
  return (
    isConnectionLost(error) ||
    error instanceof CommitUnknownError ||
    code === "57014" ||
    code === "25006" ||
    code === "53300" ||
    /^timeout exceeded when trying to connect|^Query read timeout/.test(error.message)
  );
}

/** The answer to an unknown address. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(envelope(CODE_NOT_FOUND, message("notFound", languageOf(request)), null));
}
