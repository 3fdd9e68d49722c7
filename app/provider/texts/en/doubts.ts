/** Why an event of a carrier or of the forwarder's system waits in quarantine. Programs get them in English. */
export const doubts = {
  doubtFuture: "the event is reported as actual, but lies in the future",
  doubtMadeInFuture: "the message is said to be made in the future",
  doubtMadeBefore: "the message is said to be made years before what it tells of",
  doubtBeforeBooking: "the event is dated before the shipment was booked",
  doubtPlace: "{field}: {code} is no place of any country",
  doubtAirport: "{field}: {code} is no airport that is known",
  doubtContainer: "the container number {number} should end in {digit}",
  doubtAirWaybill: "the air waybill {number} should end in {digit}",
  doubtCode: "{field} is no code that is known",
  doubtNoneOf: "{field} is none of {codes}",
  doubtWord: "{field} is no word that is known",
  doubtOldDay: "{field} is more than half a year ago, whichever year is meant",
  doubtInLine: 'line {line}, "{text}": {reason}',
} as const;
