import type { Migration } from "kysely/migration";
import * as identity from "./0001-identity.ts";
import * as shipment from "./0002-shipment.ts";
import * as freight from "./0003-freight.ts";
import * as openShipments from "./0004-open-shipments.ts";
import * as messages from "./0005-messages.ts";
import * as messageSender from "./0006-message-sender.ts";
import * as messageSearch from "./0007-message-search.ts";
import * as roleGrants from "./0008-role-grants.ts";
import * as attacked from "./0009-attacked.ts";
import * as contentSaves from "./0010-content-saves.ts";
import * as accountSafety from "./0011-account-safety.ts";
import * as trueDates from "./0012-true-dates.ts";
import * as clocks from "./0013-clocks.ts";
import * as demoStory from "./0014-demo-story.ts";
import * as orderLineAmounts from "./0015-order-line-amounts.ts";
import * as storedFiles from "./0016-stored-files.ts";

/** In the order in which they are applied. A released migration is never changed: add the next one. */
export const migrations: Record<string, Migration> = {
  "0001_identity": identity,
  "0002_shipment": shipment,
  "0003_freight": freight,
  "0004_open_shipments": openShipments,
  "0005_messages": messages,
  "0006_message_sender": messageSender,
  "0007_message_search": messageSearch,
  "0008_role_grants": roleGrants,
  "0009_attacked": attacked,
  "0010_content_saves": contentSaves,
  "0011_account_safety": accountSafety,
  "0012_true_dates": trueDates,
  "0013_clocks": clocks,
  "0014_demo_story": demoStory,
  "0015_order_line_amounts": orderLineAmounts,
  "0016_stored_files": storedFiles,
};
