/** Who has to act next: the customer's side (shipper at origin, consignee at destination) or another party. */
export const stepTurns = ["shipper", "consignee", "forwarder", "carrier", "customs"] as const;
export type StepTurn = (typeof stepTurns)[number];

/**
 * What comes next: something to hand in before a cut-off, the same after it, a milestone, a milestone that is overdue
 * by more than a day, a departure that nothing tells of long after the goods were handed over, or, where no date is known,
 * news after days without any.
 */
export const stepKinds = ["cutOff", "missedCutOff", "milestone", "overdue", "notDeparted", "silent"] as const;
export type StepKind = (typeof stepKinds)[number];
