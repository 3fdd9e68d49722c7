/** Reports. */
export const analytics = {
  savedReportChanged: "This saved report was changed meanwhile. Nothing was overwritten.",
  tooManySavedReports: "You have {most} saved reports already: remove one first.",
  noSuchGroup: "This report cannot be grouped that way",
  monthsBackwards: "The first month comes after the last one",
  tooManyMonths: "A report covers {most} months at most",
  reportStoppedgone: "it was removed, or is not shared any more",
  reportStoppedrefused: "you may no longer see what it shows",
  reportStoppedunknown: "it asks for something that reports no longer have",
  mailReportStoppedSubject: "'{report}' is not sent to you any more",
  mailReportStoppedBody:
    "Hello {name},\n\nthe saved report '{report}' is not sent to you any more: {why}. Your saved reports are here:\n\n{link}\n",
  reportFactMonths: "Months of departure",
  reportFactGroup: "Grouped by",
  reportFactMode: "Mode",
  reportFactFrom: "From",
  reportFactTo: "To",
  reportFactCarrier: "Carrier",
  reportFactShipper: "Shipper",
  reportFactConsignee: "Consignee",
  reportFactCounted: "Counted at",
  reportFactShipments: "Shipments",
  reportAbout: "About",
  reportChart: "Chart",
  reportSoFar: "so far",
  reportNotBegun: "not begun",
  reportRemark: "Remark",
  reportOnPlaces: "the local time of each port of departure",
  reportEtafirst: "the first ETA",
  reportEtalast: "the last ETA",
  reportNoteDeparture:
    "A shipment departs when its departure is confirmed; until then its ETD counts, once it has passed. Months begin and end on the clock {zone}.",
  reportNoteChargeable:
    "{count} of them have no chargeable weight in kg (by sea revenue tons count) and are not in its sum.",
  reportNotePunctuality:
    "On time: arrived at the port of arrival at most {days} calendar days after the day of {baseline}, by the local time of that port. {open} not over yet and {unknown} without an ETA or a confirmed arrival are in no share.",
  reportNoteEta:
    "Days from the day of {baseline} to the day of arrival, by the local time of the port of arrival; below zero is earlier. Within: at most {days} calendar days off. {unknown} shipments have no ETA or no confirmed arrival and are not counted.",
  reportNoteEmissions:
    "Greenhouse gases by the method of ISO 14083, from averages: mass times distance times factor of each leg. The sums do not include {missing} shipments that lack data and {waiting} without figures yet. From and to are the least and the greatest published. Radiative forcing is in no sum. Distances by land are straight lines, and handling in terminals counts only where there is a factor: the figures are too low by as much.",
  reportNoteFactor: "{vehicle}, {edition}: {source}. {licence}.",
  reportNoteTransit:
    "Days between the confirmed departure and the confirmed arrival, without the {left} shipments that lack one of them.",
  reportNoteSpend:
    "Before tax; credit notes are taken off. Amounts of different currencies are never added: here is {currency} only. {without} of the shipments have no invoice in it.",
};
