import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Table } from "#app/ui/table.tsx";
import type { PapersView } from "./papers.server.ts";

const tones = { good: "text-success", open: "text-warning", late: "text-danger" } as const;

/** The papers of a shipment: required and missing, and the cross-check (product 2). */
export function PapersPage({ view: { title, back, required, removed, check } }: { view: PapersView }) {
  return (
    <Page head={{ title, back }}>
      <Section title={required.title} layout="text">
        <p className="mb-2 text-quiet">{timed(required.deadline)}</p>
        <ul>
          {required.rows.map(({ key, name, state, tone, link }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="font-medium">{name}</span>{" "}
              <span className={`mr-auto ${tones[tone]}`}>{state}</span>{" "}
              {link ? (
                <Link to={link.href} className="text-link underline print:hidden">
                  {link.label}
                </Link>
              ) : null}
            </li>
          ))}
        </ul>
        {removed.rows.length > 0 ? (
          <>
            <h3 className="mt-3 font-semibold">{removed.title}</h3>
            <ul className="text-xs text-quiet">
              {removed.rows.map((text) => (
                <li key={textOf(text)} className="py-0.5 wrap-anywhere">
                  {timed(text)}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Section>
      <Section title={check.title} layout="text" isPlain>
        {check.rows ? (
          <>
            <p className="mb-2 text-quiet">{check.intro}</p>
            <dl className="mb-3 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
              {check.papers.map(({ key, name, state, files }) => (
                <div key={key} className="sm:contents">
                  <dt className="font-medium">{name}</dt>
                  <dd className="text-quiet wrap-anywhere">
                    {state}
                    {files.map((file) => (
                      <span key={file.href} className="block">
                        <Link to={file.href} className="text-link underline">
                          {file.label}
                        </Link>
                        {": "}
                        {file.note}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
            <CheckTable title={check.title} heads={check.heads} rows={check.rows} />
          </>
        ) : (
          <p className="text-quiet">{check.none}</p>
        )}
      </Section>
    </Page>
  );
}

function CheckTable({
  title,
  heads,
  rows,
}: {
  title: string;
  heads: readonly string[];
  rows: NonNullable<PapersView["check"]["rows"]>;
}) {
  return (
    <Table caption={title}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells, verdict, isDifferent }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]} data-label={heads[index + 1]} className="wrap-anywhere">
                <span className={cell.isKnown ? "" : "text-quiet"}>{cell.text}</span>
                {cell.read.map(({ label, words, href, file }) => (
                  <span key={href} className="block text-xs text-quiet">
                    {label} {words}{" "}
                    <Link to={href} className="text-link underline">
                      {file}
                    </Link>
                  </span>
                ))}
              </td>
            ))}
            <td
              data-label={heads.at(-1)}
              className={isDifferent ? "font-semibold text-danger" : "text-quiet"}
            >
              {verdict}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
