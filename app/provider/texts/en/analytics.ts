/** Reports. */
export const analytics = {
  savedReportChanged: "This saved report was changed meanwhile. Open it again to see how it is now.",
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
};
