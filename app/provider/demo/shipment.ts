import type { Insertable } from "kysely";
import type { ShipmentDateKey } from "#app/contract/shipment-code.ts";
import type { Database } from "../db/schema.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import type { OrderedProduct } from "./cargo.ts";
import type { Journey, Step } from "./journey.ts";
import type { DemoParty, Supplier } from "./parties.ts";

export type ShipmentRow = Omit<
  Insertable<Database["shipment"]>,
  "company_id" | "shipper_id" | "consignee_id" | "dates" | "container_numbers" | "po_numbers" | "sku_numbers"
>;
export type Child<
  Table extends "shipment_container" | "shipment_order_line" | "shipment_cargo" | "shipment_document",
> = Omit<Insertable<Database[Table]>, "shipment_id" | "id">;

/** Data of a shipment in the forwarder's system, apart from events. */
export interface ForwarderData {
  row: ShipmentRow;
  dates: Partial<Record<ShipmentDateKey, string>>;
  containers: Child<"shipment_container">[];
  orderLines: Child<"shipment_order_line">[];
  cargo: Child<"shipment_cargo">[];
  documents: Child<"shipment_document">[];
}

/** A shipment in its state before any events, and the journey from which its events are made. */
export interface DemoShipment extends ForwarderData {
  /** Its number in the demonstration, from which it can be made again. */
  index: number;
  company: DemoCustomerCode;
  shipper: Supplier;
  consignee: DemoParty;
  lines: readonly OrderedProduct[];
  journey: Journey;
  /** The forwarder's own milestones: documents, berthing, rail, proof of delivery. */
  marks: Step[];
  /** Its state at any time after booking. The fields above hold the state at the seeding, or at booking. */
  stateAt(until: Date): ForwarderData;
  /** Times at which that state changes, events apart. */
  changeTimes: Date[];
  boxType: string | null;
  /**
   * Carriers on its lane, and the rate in USD: per 40-foot container, per kilogram, or for the whole truck.
   */
  offer: { carriers: readonly string[]; rate: number };
  /** Container numbers, also of containers not released yet. */
  boxNumbers: string[];
  bookedAt: Date;
  /** Its container is shared with another shipment, whose events concern both. */
  isCoLoaded: boolean;
  followers: string[];
}
