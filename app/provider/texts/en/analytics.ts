/** Reports. */
export const analytics = {
  savedReportChanged: "This saved report was changed meanwhile. Open it again to see how it is now.",
  tooManySavedReports: "You have {most} saved reports already: remove one first.",
  noSuchGroup: "This report cannot be grouped that way",
  monthsBackwards: "The first month comes after the last one",
  tooManyMonths: "A report covers {most} months at most",
};
