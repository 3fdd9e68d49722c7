/** States of a delivery, in their order; `planned` until a driver is known. `failed` may be followed by another try. */
export const deliveryStatuses = [
  "planned",
  "assigned",
  "onTheWay",
  "arrived",
  "unloading",
  "delivered",
  "failed",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const failReasons = ["NOBODY", "REFUSED", "ADDRESS", "CLOSED", "DAMAGED", "OTHER"] as const;
export type FailReason = (typeof failReasons)[number];

/** What happens in a delivery. Gate out, delivery, proof and empty return are milestones of the shipment as well. */
export const deliverySteps = [
  "gateOut",
  "assigned",
  "onTheWay",
  "arrived",
  "unloading",
  "delivered",
  "proof",
  "emptyReturn",
] as const;
export type DeliveryStep = (typeof deliverySteps)[number];

/** Days by which deliveries are filtered. */
export const deliveryDays = ["today", "tomorrow"] as const;
