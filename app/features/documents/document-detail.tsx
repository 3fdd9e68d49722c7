import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Card } from "#app/ui/card.tsx";
import type { DocumentView } from "./detail.server.ts";
import type { PreviewView } from "./preview.server.ts";

/** A document: what it is, its versions, and who has seen them. */
export function DocumentPage({ view }: { view: DocumentView }) {
  const { versions, seen, preview } = view;
  return (
    <Page head={{ title: view.title }}>
      {view.notOpen ? <p className="text-quiet">{view.notOpen}</p> : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card>
          <Facts facts={view.facts} layout="lines" />
          {view.links.map(({ href: to, label }) => (
            <p key={to} className="mt-2 print:hidden">
              <Link to={to} className="text-link underline">
                {label}
              </Link>
            </p>
          ))}
          {view.save ? (
            <p className="mt-3 print:hidden">
              <ButtonLink href={view.save.href} download kind="primary" className="max-w-full wrap-anywhere">
                {view.save.label}
              </ButtonLink>
            </p>
          ) : null}
        </Card>
        {versions ? (
          <Section title={versions.title} id="versions" layout="text">
            <ol>
              {versions.rows.map((row) => (
                <li key={row.version} className="border-b border-line py-2">
                  <span className="font-medium">{row.name}</span>{" "}
                  {row.href ? (
                    <a href={row.href} download className="wrap-anywhere text-link underline">
                      {row.fileName}
                    </a>
                  ) : (
                    <span className="wrap-anywhere">{row.fileName}</span>
                  )}{" "}
                  <span className="block text-xs text-quiet">{timed(row.about)} </span>
                  {row.remove ? (
                    <Link
                      to={row.remove.href}
                      aria-label={row.remove.name}
                      className="text-danger underline print:hidden"
                    >
                      {row.remove.label}
                    </Link>
                  ) : null}
                </li>
              ))}
            </ol>
            {versions.removed.length > 0 ? (
              <ul className="mt-2 text-xs text-quiet">
                {versions.removed.map((text) => (
                  <li key={textOf(text)} className="wrap-anywhere">
                    {timed(text)}
                  </li>
                ))}
              </ul>
            ) : null}
            {versions.add || versions.removeAll ? (
              <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
                {versions.add ? <ButtonLink to={versions.add.href}>{versions.add.label}</ButtonLink> : null}
                {versions.removeAll ? (
                  <Link to={versions.removeAll.href} className="text-danger underline">
                    {versions.removeAll.label}
                  </Link>
                ) : null}
              </p>
            ) : null}
            {versions.over ? <p className="mt-2 text-quiet">{versions.over}</p> : null}
          </Section>
        ) : null}
        {preview ? <Preview preview={preview} /> : null}
        {seen ? (
          <Section title={seen.title} layout="text">
            {seen.rows.length === 0 ? <p className="text-quiet">{seen.none}</p> : null}
            <ul>
              {seen.rows.map(({ key, text }) => (
                <li key={key} className="py-0.5">
                  {timed(text)}
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
      </div>
    </Page>
  );
}

/** Pages are plain links, so that they turn without scripts. */
function Preview({ preview: { title, picture, text, before, next } }: { preview: PreviewView }) {
  return (
    <Section title={title} id="preview" layout="text" className="lg:row-span-3">
      {picture ? (
        // Documents are white also in the dark.
        <img
          key={picture.src}
          src={picture.src}
          alt={picture.label}
          loading="lazy"
          className="w-full min-h-40 border border-line bg-white"
        />
      ) : null}
      <p className="mt-2 flex flex-wrap gap-x-4">
        {before ? (
          <Link to={before.href} className="py-1 text-link underline print:hidden">
            {`${before.label} `}
          </Link>
        ) : null}
        <span className="py-1 text-quiet">{`${text} `}</span>
        {next ? (
          <Link to={next.href} className="py-1 text-link underline print:hidden">
            {next.label}
          </Link>
        ) : null}
      </p>
    </Section>
  );
}
