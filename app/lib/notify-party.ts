import type { BookingContent } from "#app/contract/booking.ts";

/**
 * The content with the consignee's data in its notify party, if the consignee is to be notified (contract
 * `hasConsigneeAsNotifyParty`). The address book gets the consignee once, so the copy has no such wish.
 */
export function withNotifyParty(content: BookingContent): BookingContent {
  if (!content.hasConsigneeAsNotifyParty) return content;
  return { ...content, notifyParty: { ...content.consignee, isAddedToAddressBook: false } };
}
