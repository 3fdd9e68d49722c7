import { ButtonLink } from "#app/components/button-link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { cn } from "#app/ui/cn.ts";
import { Clock } from "./clock.tsx";
import type { Fact } from "./detail.server.ts";
import type { OptionsView, OptionView } from "./option-view.server.ts";

/**
 * The options of a quote as one table: what decides on top, then charge by charge. On a phone each row is a
 * block with a line an option, so that the options stay beside each other in what is compared and nothing
 * scrolls sideways.
 */
export function OptionMatrix({ options }: { options: OptionsView }) {
  const { list, charges, meanings, words } = options;
  const isAlone = list.length === 1;
  const row = (label: string, cell: (option: OptionView) => React.ReactNode, more: RowLook = {}) => (
    <MatrixRow label={label} {...more}>
      {list.map((option) => (
        <Cell key={option.id} name={isAlone ? null : option.title}>
          {cell(option)}
        </Cell>
      ))}
    </MatrixRow>
  );
  const hasActions = list.some(({ accept, book }) => accept || book);
  return (
    <section
      aria-label={options.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to scroll by keyboard too
      tabIndex={0}
      className="overflow-x-auto break-inside-avoid rounded-lg border border-line bg-card print:overflow-visible"
    >
      <table
        aria-label={options.title}
        className={cn(
          "w-full text-left max-sm:block",
          minimumWidth(list.length),
          "print:min-w-0 print:table-fixed print:text-xs",
        )}
      >
        <thead className="max-sm:hidden">
          <tr>
            <td className="w-60 print:w-28" />
            {list.map(({ id, title }) => (
              <th key={id} scope="col" className="px-4 pt-4 align-bottom font-semibold print:px-1">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {row(words.total, (option) => (
            <>
              <strong className="block text-xl font-semibold whitespace-nowrap max-sm:text-lg print:text-xs print:whitespace-normal">
                {option.total}
              </strong>{" "}
              {option.cheapest ? <Mark text={option.cheapest} icon="M6 1v9M2.5 6.5 6 10l3.5-3.5" /> : null}{" "}
              {option.isAccepted ? <Mark text={words.accepted} icon="M2 6l3 3 5-6" kind="success" /> : null}
            </>
          ))}
          {row(words.transit, (option) => (
            <>
              <span className="text-base print:text-xs">
                {option.transit ?? <Absent word={words.notStated} />}
              </span>{" "}
              {option.fastest ? <Mark text={option.fastest} icon="M7 1 2.5 7H6l-1 4 4.500-6H6z" /> : null}
            </>
          ))}
          {row(words.validUntil, (option) => (
            <>
              {timed(option.validUntil)} {option.clock ? <Clock clock={option.clock} /> : null}
            </>
          ))}
          {hasActions
            ? row(words.decision, (option) => <OptionLinks option={option} />, {
                isPrinted: false,
                more: <Meanings meanings={meanings} />,
              })
            : null}
          {charges.map(({ description, cells }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have one name
            <MatrixRow key={index} label={description}>
              {list.map(({ id, shortTitle }, column) => {
                const cell = cells[column];
                return (
                  <Cell key={id} name={isAlone ? null : shortTitle} isMuted={!cell}>
                    {cell ? (
                      <>
                        <span className="block font-medium whitespace-nowrap print:whitespace-normal">
                          {cell.amount}
                        </span>{" "}
                        <span className="text-xs text-quiet">{cell.rate}</span>
                      </>
                    ) : (
                      <Absent word={words.notCharged} />
                    )}
                  </Cell>
                );
              })}
            </MatrixRow>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** So that an amount never breaks; from here on the table scrolls inside its frame. */
const minimumWidth = (columns: number) =>
  columns > 4 ? "sm:min-w-[1100px]" : columns > 2 ? "sm:min-w-[760px]" : "";

interface RowLook {
  isPrinted?: boolean;
  /** Under the label. */
  more?: React.ReactNode;
}

function MatrixRow({
  label,
  more,
  isPrinted = true,
  children,
}: RowLook & { label: string; children: React.ReactNode }) {
  return (
    <tr
      className={cn(
        "border-t border-line first:sm:border-t-0 max-sm:block max-sm:p-4",
        isPrinted ? "" : "print:hidden",
      )}
    >
      <th
        scope="row"
        // With a cell the label alone is read.
        abbr={more ? label : undefined}
        className="left-0 bg-card px-4 py-2 align-top font-normal print:px-1 text-quiet wrap-anywhere sm:sticky max-sm:block max-sm:p-0 max-sm:font-semibold max-sm:text-foreground"
      >
        <div className="sm:min-w-40 print:min-w-0">
          {label} {more}
        </div>
      </th>
      {children}
    </tr>
  );
}

function Cell({
  name,
  isMuted = false,
  children,
}: {
  /** The option, where its column has no head; null for the only one. */
  name: string | null;
  isMuted?: boolean;
  children: React.ReactNode;
}) {
  return (
    <td
      data-label={name ?? undefined}
      className={cn(
        "px-4 py-2 align-top print:px-1 max-sm:px-0 max-sm:pt-2 max-sm:pb-0",
        name === null
          ? "max-sm:block"
          : "max-sm:grid max-sm:grid-cols-[minmax(0,2fr)_minmax(min-content,3fr)] max-sm:gap-3 max-sm:before:text-quiet max-sm:labelled",
        isMuted ? "sm:bg-muted" : "",
      )}
    >
      <div>{children}</div>
    </td>
  );
}

function Mark({ text, icon, kind = "info" }: { text: string; icon: string; kind?: "info" | "success" }) {
  return (
    <Badge kind={kind} className="print:whitespace-normal print:px-0">
      <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
        <path d={icon} />
      </svg>
      {text}
    </Badge>
  );
}

function Absent({ word }: { word: string }) {
  return (
    <span className="text-quiet">
      <span aria-hidden="true">— </span>
      <span className="text-xs">{word}</span>
    </span>
  );
}

/** What each action does, where it is chosen. */
function Meanings({ meanings }: { meanings: readonly Fact[] }) {
  return meanings.map(([action, text]) => (
    <span key={action} className="mt-1 block text-xs font-normal text-quiet">
      <b className="font-medium">{action}:</b> {timed(text)}
    </span>
  ));
}

function OptionLinks({ option: { book, accept } }: { option: OptionView }) {
  return (
    <span className="flex flex-wrap gap-2">
      {book ? (
        <ButtonLink to={book.href} kind="primary" aria-label={book.name}>
          {book.label}
        </ButtonLink>
      ) : null}
      {accept ? (
        <ButtonLink to={accept.href} kind={book ? "secondary" : "primary"} aria-label={accept.name}>
          {accept.label}
        </ButtonLink>
      ) : null}
    </span>
  );
}
