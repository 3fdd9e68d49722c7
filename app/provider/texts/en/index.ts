import { addresses } from "./addresses.ts";
import { analytics } from "./analytics.ts";
import { apiKeys } from "./api-keys.ts";
import { bookings } from "./bookings.ts";
import { brand } from "./brand.ts";
import { calendars } from "./calendars.ts";
import { call } from "./call.ts";
import { companySignIn } from "./company-sign-in.ts";
import { deliveries } from "./deliveries.ts";
import { desk } from "./desk.ts";
import { deskImports } from "./desk-imports.ts";
import { documents } from "./documents.ts";
import { doubts } from "./doubts.ts";
import { exportJobs } from "./export-jobs.ts";
import { fields } from "./fields.ts";
import { files } from "./files.ts";
import { forwarderSystem } from "./forwarder-system.ts";
import { identity } from "./identity.ts";
import { invoices } from "./invoices.ts";
import { messages } from "./messages.ts";
import { notifications } from "./notifications.ts";
import { places } from "./places.ts";
import { quotes } from "./quotes.ts";
import { rates } from "./rates.ts";
import { shipments } from "./shipments.ts";
import { webhooks } from "./webhooks.ts";

export const en = {
  ...addresses,
  ...analytics,
  ...apiKeys,
  ...bookings,
  ...brand,
  ...calendars,
  ...call,
  ...companySignIn,
  ...deliveries,
  ...desk,
  ...deskImports,
  ...documents,
  ...doubts,
  ...exportJobs,
  ...fields,
  ...files,
  ...forwarderSystem,
  ...identity,
  ...invoices,
  ...messages,
  ...notifications,
  ...places,
  ...quotes,
  ...rates,
  ...shipments,
  ...webhooks,
};
