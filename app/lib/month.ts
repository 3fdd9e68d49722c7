/** Months as "YYYY-MM". */

/** Months since the year 0, to count with. */
export const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

export const monthText = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;

/** So many months earlier. */
export const monthBefore = (month: string, count: number): string => monthText(monthNumber(month) - count);

/** The months of a report that names none: the last twelve. */
export const rollingMonths = (last: string): { from: string; to: string } => ({
  from: monthBefore(last, 11),
  to: last,
});
