/** Texts of quotes: refusals, mails, and the note about special goods. */
export const quotes = {
  quoteNowNEW: "This quote has not been priced yet",
  quoteNowAWAITING_AUTHORIZATION: "This quote awaits the authorization of your company",
  quoteNowREADY_TO_BOOK: "This quote has been priced and is ready to book",
  quoteNowACCEPTED: "{actor} has accepted this quote already",
  quoteNowREJECTED: "{actor} has rejected this quote already",
  quoteNowEXPIRED: "This quote has expired: it was valid until {validUntil} (UTC+8)",
  quoteBooked: "This quote has been booked already: {bookingNumber}",
  quoteOptionExpired: "This option has expired: it was valid until {validUntil} (UTC+8)",
  quoteOptionGone: "This option is not offered any more: the quote has been priced anew",
  quoteOtherOption: "Another option of this quote has been accepted",
  quoteChanged: "{actor} has changed this quote meanwhile; nothing was overwritten",
  quoteChangedByYou: "You have changed this quote in another of your windows; nothing was overwritten",
  quoteFormSent: "This form was sent already, as quote {quoteNumber}; no second one was made",
  quoteSpecialGoods: "Special goods: {goods}",
  quoteGoodsSeparator: ", ",
  quoteGoodsBATTERIES: "batteries ({types})",
  quoteGoodsMAGNETIC: "magnetic properties",
  quoteGoodsHAZARDOUS: "hazardous materials",
  quoteGoodsLIQUIDS: "creams, liquids or powders",
  quoteNeedsAdministrator: "Only an administrator of your company can authorize this quote",
  quoteLineAmount: "{quantity} × {price} is {amount}",
  quoteTotalAmount: "The lines add up to {total}",
  quoteBelowZero: "Should not be below 0",
  quotePricedMeanwhile: "{actor} has changed this quote meanwhile; your price was not sent",
  quoteDraftMeanwhile: "{actor} has saved another draft of this price meanwhile; nothing was overwritten",
  quotePricedMessage:
    "We have priced your quote {quoteNumber} ({origin} to {destination}). Options: {count}. It can be booked until {validUntil} (UTC+8).",
  quoteToAuthorizeMessage:
    "We have priced your quote {quoteNumber} ({origin} to {destination}). Options: {count}. An administrator of your company has to accept one until {validUntil} (UTC+8).",
  quoteWithdrawnMessage:
    "We have taken back our price of quote {quoteNumber}. You will get a new one. Reason: {reason}",
  mailQuoteWithdrawnSubject: "The price of your quote {quoteNumber} has been taken back",
  mailQuoteWithdrawnBody:
    "Hello {name},\n\nwe have taken back our price of your quote {quoteNumber} from {origin} to {destination}. It cannot be booked any more; you will get a new one.\n\nReason: {reason}\n\n{link}\n",
  mailQuotePricedSubject: "Your quote {quoteNumber} is ready",
  mailQuotePricedBody:
    "Hello {name},\n\nyour request {quoteNumber} from {origin} to {destination} has been priced, and can be booked until {validUntil} (UTC+8):\n\n{link}\n",
  mailQuoteToAuthorizeSubject: "Your quote {quoteNumber} awaits authorization",
  mailQuoteToAuthorizeBody:
    "Hello {name},\n\nyour request {quoteNumber} from {origin} to {destination} has been priced. An administrator of your company has to accept it, until {validUntil} (UTC+8):\n\n{link}\n",
} as const;
