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

/** What the forwarder's system holds of a shipment beside what events tell of it. */
export interface Standing {
  row: ShipmentRow;
  dates: Partial<Record<ShipmentDateKey, string>>;
  containers: Child<"shipment_container">[];
  orderLines: Child<"shipment_order_line">[];
  cargo: Child<"shipment_cargo">[];
  documents: Child<"shipment_document">[];
}

/** A shipment as it stands before any news of it, and the journey from which the news are made. */
export interface DemoShipment extends Standing {
  /** Its number in the demonstration, by which it is made again. */
  index: number;
  company: DemoCustomerCode;
  shipper: Supplier;
  consignee: DemoParty;
  lines: readonly OrderedProduct[];
  journey: Journey;
  /** What the forwarder tells beside the carrier's steps: papers, berthing, the train, the proof of delivery. */
  marks: Step[];
  /** As it stands at any moment from its booking on; the fields above are those of the moment of seeding, or of booking. */
  standing(until: Date): Standing;
  /** When what it stands at changes, events apart. */
  turns: Date[];
  boxType: string | null;
  /** Who carries on its lane, and at what rate in USD: of a 40-foot box, of a kilogram, or of the whole truck. */
  offer: { carriers: readonly string[]; rate: number };
  /** Numbers of its boxes, those not yet taken included. */
  boxNumbers: string[];
  bookedAt: Date;
  /** Its box is another's too, whose news tell of both. */
  isCoLoaded: boolean;
  followers: string[];
}
