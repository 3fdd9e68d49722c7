import { z } from "zod";
import { scopesOfCall } from "#app/contract/api-key-code.ts";
import {
  CALLER_TAG_HEADER,
  NEWS_WANTED_HEADER,
  UNREAD_MESSAGES_HEADER,
  UNREAD_NEWS_HEADER,
  WAITING_HEADER,
} from "#app/contract/caller-news.ts";
import { CARRIER_KEY_HEADER } from "#app/contract/carrier-key.ts";
import { accountStates } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { webhookMessage } from "#app/contract/webhook.ts";
import { WEBHOOK_TEST, type WebhookMessageType, webhookMessageTypes } from "#app/contract/webhook-code.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { servicePrefixes } from "../call/route.ts";
import { exampleOf } from "./openapi-example.ts";

type JsonObject = Record<string, unknown>;

const mediaTypes: Record<string, string> = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
  multipart: "multipart/form-data",
};

const NEWS_HEADERS = {
  [CALLER_TAG_HEADER]: { $ref: "#/components/headers/callerTag" },
  [UNREAD_NEWS_HEADER]: { $ref: "#/components/headers/unreadNews" },
  [UNREAD_MESSAGES_HEADER]: { $ref: "#/components/headers/unreadMessages" },
  [WAITING_HEADER]: { $ref: "#/components/headers/callerWaiting" },
};

/** For whom the calls of a document are. */
export type OpenApiPart = "portal" | "customer" | "staff" | "carrier";

const TITLES: Record<OpenApiPart, string> = {
  portal: "Fairlead provider",
  customer: "Fairlead provider: calls of customers' programs",
  staff: "Fairlead provider: calls of the forwarder's staff",
  carrier: "Fairlead provider: calls of carriers' programs",
};

const documents = new Map<OpenApiPart, JsonObject>();

/** The OpenAPI 3.1 document of calls that a provider answers, made once for each part. */
export function openApiDocument(part: OpenApiPart, endpoints: readonly Endpoint[]): JsonObject {
  const document = documents.get(part) ?? makeDocument(part, endpoints);
  documents.set(part, document);
  return document;
}

function makeDocument(part: OpenApiPart, endpoints: readonly Endpoint[]): JsonObject {
  const hasWebhooks = part === "portal" || part === "customer";
  return {
    openapi: "3.1.0",
    info: {
      title: TITLES[part],
      version: packageFile.version,
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Every answer is an envelope: code 200 is success, 403 forbidden, above 8000 an account state " +
        `(${Object.entries(accountStates)
          .map(([code, state]) => `${code} ${state}`)
          .join(", ")}; HTTP status 401), ` +
        "any other a refusal with a message. Time stamps are wall-clock times in UTC+8.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths: pathsOf(endpoints),
    ...(hasWebhooks && { webhooks: webhooksOf() }),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "The token of a person who has signed in, or the key of a customer's program, which opens the calls of its scopes",
        },
        carrierKey: { type: "apiKey", in: "header", name: CARRIER_KEY_HEADER },
      },
      parameters: {
        language: {
          name: "Language",
          in: "header",
          description: "Language of messages and names",
          schema: { type: "string", enum: ["en", "zh"], default: "en" },
        },
        idempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description: "The same key gives the same answer, and the write happens once",
          schema: { type: "string", minLength: 8, maxLength: 200 },
        },
        callerNews: {
          name: NEWS_WANTED_HEADER,
          in: "header",
          description: `Any value: the answer has the headers ${CALLER_TAG_HEADER}, ${UNREAD_NEWS_HEADER}, ${UNREAD_MESSAGES_HEADER} and ${WAITING_HEADER}`,
          schema: { type: "string" },
        },
      },
      headers: {
        callerTag: {
          description: "Differs whenever the answer of portalUser.getUser does, but for unreadNews",
          schema: { type: "string" },
        },
        unreadNews: {
          description: "unreadNews of portalUser.getUser",
          schema: { type: "integer" },
        },
        unreadMessages: {
          description: "What message.unreadCount answers; absent where it is refused",
          schema: { type: "integer" },
        },
        callerWaiting: {
          description:
            "What waits by menu, up to 100 of each: late shipments, quotes to decide, drafts of bookings, overdue invoices",
          schema: { type: "string", examples: ["SHIPMENTS=3, QUOTES=2"] },
        },
      },
    },
  };
}

/** What customers' programs are sent (app/decisions/programs.md). */
function webhooksOf(): JsonObject {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  const parameters = [
    header("webhook-id", "The same for each try of a message"),
    header("webhook-timestamp", "Seconds since 1970 of this try"),
    header(
      "webhook-signature",
      "v1, and base64 of HMAC-SHA256 of id.timestamp.body with the bytes of the secret after whsec_; during a change of the secret two of them, with a space between",
    ),
  ];
  const schema = schemaOf(webhookMessage, "output");
  return Object.fromEntries(
    webhookMessageTypes.map((type) => [
      type,
      {
        post: {
          summary: WEBHOOK_SUMMARIES[type],
          parameters,
          requestBody: { required: true, content: { "application/json": withExample(schema) } },
          responses: {
            "2XX": { description: "Taken" },
            ...(type === WEBHOOK_TEST
              ? { default: { description: "It is not sent again, and the webhook stays as it is" } }
              : {
                  410: { description: "Nothing more is taken: the webhook is switched off" },
                  default: { description: "It is sent again for three days" },
                }),
          },
        },
      },
    ]),
  );
}

const WEBHOOK_SUMMARIES: Record<WebhookMessageType, string> = {
  "shipment.event":
    "An event came to a shipment, or was corrected: data has houseNumber, and event as shipment.detail tells it",
  "shipment.eventRetracted":
    "An event of a shipment was taken back by its sender: data has houseNumber, and eventId, the id of the event as shipment.event has told it",
  "quote.changed":
    "A quote was asked for, priced, decided, withdrawn or booked: data has number, status, validUntil, bookingId",
  "booking.changed":
    "A booking was sent, answered, taken back, cancelled or got its carrier's number: data has number, status, carrierBookingNumber, quoteId",
  "invoice.issued":
    "An invoice or credit note was issued: data has kind, number, invoiceDate, dueDate, total, open, shipmentId",
  "invoice.changed": "Something was paid, credited or taken back: data as of invoice.issued",
  "message.sent":
    "Somebody wrote in a conversation: data has messageId, sender, isForwarder, text, and what it is about",
  "webhook.test": "Somebody tries whether messages arrive: data has only id and url, sequence is 0",
};

function tagOf(endpoint: Endpoint): string {
  return endpoint.name.replace(/\..*$/, "");
}

function pathsOf(all: readonly Endpoint[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of all) {
    const path = servicePrefixes[endpoint.service] + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return paths;
}

function operationOf(endpoint: Endpoint): JsonObject {
  const request = schemaOf(endpoint.request, "input");
  const mediaType = mediaTypes[endpoint.body];
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const { properties = {}, required = [] } = request as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  const pathParameters = pathNames.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: properties[name] ?? { type: "string" },
  }));
  const hasNews = endpoint.access !== "public" && !endpoint.isWrite && endpoint.answer !== "file";
  const isInQuery = (name: string) => endpoint.body === "query" || endpoint.inAddress.includes(name);
  const queryParameters = Object.entries(properties)
    .filter(([name]) => isInQuery(name))
    .map(([name, schema]) => ({ name, in: "query", required: required.includes(name), schema }));
  const scopes = scopesOfCall(endpoint.name);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(scopes.length > 0 && {
      description: `Open to keys with one of the scopes ${scopes.join(", ")}`,
      "x-scopes": scopes,
    }),
    tags: [tagOf(endpoint)],
    security:
      endpoint.access !== "public"
        ? [{ bearer: [] }, ...(endpoint.takesKeys ? [{ carrierKey: [] }] : [])]
        : endpoint.hasOptionalBearer
          ? [{}, { bearer: [] }]
          : [],
    parameters: [
      { $ref: "#/components/parameters/language" },
      ...(endpoint.isWrite ? [{ $ref: "#/components/parameters/idempotencyKey" }] : []),
      ...(hasNews ? [{ $ref: "#/components/parameters/callerNews" }] : []),
      ...pathParameters,
      ...queryParameters,
    ],
    ...(mediaType
      ? {
          requestBody: {
            required: true,
            content: {
              [mediaType]: withExample(without(request, pathNames)),
              ...(endpoint.takesText ? { "text/plain": { schema: { type: "string" } } } : {}),
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: endpoint.answer === "file" ? "The file, or an envelope with a refusal" : "The envelope",
        ...(hasNews ? { headers: NEWS_HEADERS } : {}),
        content: {
          ...(endpoint.answer === "file"
            ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
            : {}),
          "application/json":
            endpoint.answer === "file"
              ? { schema: envelopeOf({}) }
              : answerOf(schemaOf(endpoint.response, "output")),
        },
      },
      ...(endpoint.access === "public"
        ? {}
        : {
            401: {
              description: "An account state: the person has to sign in again",
              content: { "application/json": { schema: envelopeOf({}) } },
            },
          }),
      default: {
        description: "A failure: malformed (400), unknown path (404), too many (429), 500, 503",
        content: { "application/json": { schema: envelopeOf({}) } },
      },
    },
  };
}

function withExample(schema: JsonObject): JsonObject {
  return { schema, example: exampleOf(schema) };
}

function answerOf(data: JsonObject): JsonObject {
  return { schema: envelopeOf(data), example: { code: 200, message: "", data: exampleOf(data) } };
}

/** `data` has the given schema only when `code` is 200. */
function envelopeOf(data: JsonObject): JsonObject {
  return {
    type: "object",
    required: ["code", "message"],
    properties: { code: { type: "integer" }, message: { type: "string" }, data },
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function without(schema: JsonObject, names: string[]): JsonObject {
  if (names.length === 0) return schema;
  const properties = { ...(schema.properties as JsonObject) };
  for (const name of names) delete properties[name];
  return {
    ...schema,
    properties,
    required: ((schema.required as string[] | undefined) ?? []).filter((name) => !names.includes(name)),
  };
}
