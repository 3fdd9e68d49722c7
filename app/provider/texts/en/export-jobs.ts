/** Lists that a job saves as files. */
export const exportJobs = {
  exportListshipments: "Shipments",
  exportListquotes: "Quotes",
  exportListbookings: "Bookings",
  exportListdeliveries: "Last mile",
  exportListinvoices: "Invoices",
  exportListmembers: "Members",
  exportListaddresses: "Address book",
  exportListreport: "Report",
  exportListemissions: "Emissions of shipments",
  exportQueued: "The list is long: we make its file and let you know when it is ready",
  exportsWaiting:
    "{count} of your exports are still waiting. Please ask again when one of them is ready, or remove one",
  exportGone: "This file can no longer be fetched. Run the export again",
  exportNotReady: "This file is not there yet",
  exportRightsChanged: "The rights with which this file was made have changed. Run the export again",
  mailExportReadySubject: "Your export is ready: {list}",
  mailExportReadyBody:
    "Hello {name},\n\nthe file that you asked for is ready: {list}, {rows} rows. It can be fetched until {until} (UTC+8), after signing in:\n\n{link}\n\nAfter that, the same page runs the export again.\n",
  mailExportFailedSubject: "Your export could not be made: {list}",
  mailExportFailedBody:
    "Hello {name},\n\nthe file that you asked for ({list}) could not be made, although it was tried several times. You can run the export again here:\n\n{link}\n",
} as const;
