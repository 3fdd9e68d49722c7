import { Form } from "react-router";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import type { ContainerView, FreeTimeView, LineView } from "./free-time.server.ts";

/** Last free days of a shipment's containers, and what a later day costs. */
export function FreeTime({ view }: { view: FreeTimeView }) {
  const { form } = view;
  return (
    <Page head={{ title: view.heading, back: { href: view.back.path, text: view.back.text } }}>
      {view.note ? <p>{view.note}</p> : null}
      {form ? (
        <Form method="get" className="flex flex-wrap items-end gap-2 print:hidden">
          <Field label={form.label}>
            <Input
              type="date"
              name="pickup"
              key={form.value}
              defaultValue={form.value}
              aria-describedby="pickup-hint"
              aria-invalid={form.fault ? true : undefined}
            />
          </Field>{" "}
          <Button>{form.button}</Button>
          <p id="pickup-hint" className="basis-full text-quiet">
            {form.fault ? <span className="text-danger">{form.fault} </span> : null}
            {form.hint}
          </p>
        </Form>
      ) : null}
      {view.containers.map((container) => (
        <Container key={container.number} container={container} />
      ))}
    </Page>
  );
}

function Container({ container }: { container: ContainerView }) {
  return (
    <Section
      title={
        <>
          {container.number} <span className="text-base font-normal text-quiet">{container.type}</span>
        </>
      }
      layout="text"
    >
      {container.state.map((text) => (
        <p key={textOf(text)} className="font-medium">
          {timed(text)}
        </p>
      ))}
      {container.runsOn ? <p className="text-warning">{container.runsOn}</p> : null}
      {container.none ? <p className="text-quiet">{container.none}</p> : null}
      <div className="mt-2 grid gap-4 lg:grid-cols-2">
        {container.lines.map((line) => (
          <Line key={line.title} line={line} />
        ))}
      </div>
    </Section>
  );
}

function Line({ line }: { line: LineView }) {
  return (
    <section>
      <h3 className="font-semibold">{line.title}</h3>
      <p className="text-base">
        {line.day}
        {line.left ? (
          <>
            {", "}
            <strong className={line.isOver ? "text-danger" : undefined}>{line.left}</strong>
          </>
        ) : null}
      </p>
      {line.basis ? <p className="text-quiet">{line.basis}</p> : null}
      {line.cost ? (
        <div className="mt-1">
          <p>{line.cost.text}</p>
          <ul className="text-quiet">
            {line.cost.tiers.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {line.stated ? (
        <>
          <h4 className="mt-2 font-medium">{line.stated.title}</h4>
          <ul>
            {line.stated.rows.map((row) => (
              <li key={row.key} className="mt-1">
                {row.text} <span className="text-quiet">({timed(row.age)})</span>
                {row.history.length > 0 ? (
                  <ul className="text-xs text-quiet">
                    {row.history.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {line.computed ? <p className="mt-2">{line.computed}</p> : null}
      {line.rule ? (
        <>
          <h4 className="mt-2 font-medium">{line.rule.title}</h4>
          <ul className="text-quiet">
            {line.rule.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
