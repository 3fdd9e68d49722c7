import { useEffect, useRef } from "react";

/** Rows of two versions; empty values are labelled. */
export function typedRows(
  differences: readonly { label: string; mine: string; theirs: string }[],
  empty: string,
): { label: string; first: string; second: string }[] {
  return differences.map(({ label, mine, theirs }) => ({
    label,
    first: mine || empty,
    second: theirs || empty,
  }));
}

/**
 * Two versions side by side, before the person chooses. `children`: the buttons. It takes the focus with each
 * new `answer`, because the pressed button is at the other end of a long page.
 */
export function TwoVersions({
  answer,
  title,
  text,
  columns: [field, first, second],
  rows,
  children,
}: {
  /** The answer of the action, or of the loader. */
  answer: object;
  title: string;
  text: string;
  columns: readonly [field: string, first: string, second: string];
  rows: readonly { label: string; first: string; second: React.ReactNode }[];
  children?: React.ReactNode;
}) {
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) whole.current?.focus();
  }, [answer]);
  return (
    <div
      ref={whole}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-l-4 border-warning bg-warning-soft px-4 py-3"
    >
      <h2 className="font-semibold text-warning">{title}</h2>
      <p className="whitespace-pre-line">{text}</p>
      <table className="my-3 w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th className="py-1 pr-3 break-keep">{field}</th>
            <th className="py-1 pr-3">{first}</th>
            <th className="py-1">{second}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className="border-b border-line align-top">
              <th scope="row" className="py-1 pr-3 break-keep font-medium">
                {row.label}
              </th>
              <td className="py-1 pr-3 wrap-anywhere whitespace-pre-line">{row.first}</td>
              <td className="py-1 wrap-anywhere whitespace-pre-line">{row.second}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}
