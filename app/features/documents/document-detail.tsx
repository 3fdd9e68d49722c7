import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DocumentView } from "./detail.server.ts";
import type { PreviewView } from "./preview.server.ts";

/** A document: what it is, its versions, and who has seen them. */
export function DocumentPage({ view }: { view: DocumentView }) {
  const { versions, seen, preview } = view;
  return (
    <>
      <Link to={href("/document/index")} className="text-link hover:underline print:hidden">
        {view.back}
      </Link>
      <h1 className="mt-2 mb-3 text-xl font-semibold wrap-anywhere">{view.title}</h1>
      {view.notOpen ? <p className="text-quiet">{view.notOpen}</p> : null}
      <div className="mt-3 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card>
          <dl>
            {view.facts.map(({ label, value, href: to }) => (
              <div key={label} className="flex gap-x-2 py-0.5">
                <dt className="w-2/5 text-quiet">{label}</dt>
                <dd className="flex-1 wrap-anywhere">
                  {to ? (
                    <Link to={to} className="text-link underline">
                      {value}
                    </Link>
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {view.links.map(({ href: to, label }) => (
            <p key={to} className="mt-2 print:hidden">
              <Link to={to} className="text-link underline">
                {label}
              </Link>
            </p>
          ))}
          {view.save ? (
            <p className="mt-3 print:hidden">
              <a
                href={view.save.href}
                download
                className={buttonStyle({ kind: "primary", className: "max-w-full wrap-anywhere" })}
              >
                {view.save.label}
              </a>
            </p>
          ) : null}
        </Card>
        {versions ? (
          <Card id="versions">
            <h2 className="mb-2 text-lg font-semibold">{versions.title}</h2>
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
                  <span className="block text-xs text-quiet">{`${row.about} `}</span>
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
                  <li key={text} className="wrap-anywhere">
                    {text}
                  </li>
                ))}
              </ul>
            ) : null}
            {versions.add || versions.removeAll ? (
              <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
                {versions.add ? (
                  <Link to={versions.add.href} className={buttonStyle()}>
                    {versions.add.label}
                  </Link>
                ) : null}{" "}
                {versions.removeAll ? (
                  <Link to={versions.removeAll.href} className="text-danger underline">
                    {versions.removeAll.label}
                  </Link>
                ) : null}
              </p>
            ) : null}
            {versions.over ? <p className="mt-2 text-quiet">{versions.over}</p> : null}
          </Card>
        ) : null}
        {preview ? <Preview preview={preview} /> : null}
        {seen ? (
          <Card>
            <h2 className="mb-2 text-lg font-semibold">{seen.title}</h2>
            {seen.rows.length === 0 ? <p className="text-quiet">{seen.none}</p> : null}
            <ul>
              {seen.rows.map(({ key, text }) => (
                <li key={key} className="py-0.5">
                  {text}
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
      </div>
    </>
  );
}

/** Pages are plain links, so that they turn without scripts. */
function Preview({ preview: { title, picture, text, before, next } }: { preview: PreviewView }) {
  return (
    <Card id="preview" className="lg:row-span-3">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
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
    </Card>
  );
}
