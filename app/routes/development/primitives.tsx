import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { PlainFrame } from "#app/components/plain-frame.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox, Radio } from "#app/ui/checkbox.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldDescription, FieldLabel, FieldSet } from "#app/ui/field.tsx";
import { Input, SearchInput, Select, TextArea } from "#app/ui/input.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { Table } from "#app/ui/table.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";

/** Without scripts: none of the primitives needs one. */
export const handle: PageHandle = { isScriptFree: true };
export const meta = () => [{ title: "Primitives" }];

const row = "flex flex-wrap items-center gap-3";
const places = ["Shanghai", "Hamburg", "Rotterdam"];

/** All primitives of `app/ui/` in all their variants, for `npm run dev` only. */
export default function Primitives() {
  return (
    <PlainFrame>
      <Page
        head={{ title: "Primitives", lead: "In light and dark, as the system wishes. No script runs here." }}
      >
        <Section title="Button">
          {(["normal", "small", "large"] as const).map((size) => (
            <p key={size} className={row}>
              {(["primary", "secondary", "danger", "quiet"] as const).map((kind) => (
                <Button key={kind} kind={kind} size={size}>{`${kind} ${size}`}</Button>
              ))}
              <Button size={size} disabled>
                disabled
              </Button>
            </p>
          ))}
        </Section>
        <Section title="Badge">
          <p className={row}>
            {(["neutral", "info", "success", "warning", "danger"] as const).map((kind) => (
              <Badge key={kind} kind={kind}>
                {kind}
              </Badge>
            ))}
          </p>
        </Section>
        <Section title="Alert, toast">
          {(["info", "success", "warning", "danger"] as const).map((kind) => (
            <Alert key={kind} kind={kind}>{`An alert, ${kind}`}</Alert>
          ))}
          <Alert kind="danger" isToast>
            A toast stands over the page.
          </Alert>
        </Section>
        <Card>A card, as each section of this page is</Card>
        <Section title="Field, input, select, text area">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Field">
              <Input name="field" defaultValue="Value" />
            </Field>
            <Field label="Select">
              <Select name="select">
                {places.map((place) => (
                  <option key={place}>{place}</option>
                ))}
              </Select>
            </Field>
            <Field label="Refused">
              <Input name="refused" defaultValue="Value" aria-invalid />
            </Field>
            <div className="flex flex-col gap-1">
              <FieldLabel htmlFor="described">Label of a field</FieldLabel>
              <FieldDescription id="described-hint">Its description</FieldDescription>
              <Input id="described" name="described" aria-describedby="described-hint" />
            </div>
            <SearchInput name="search" label="Search" />
            <Field label="Text area">
              <TextArea name="text" defaultValue="Value" />
            </Field>
          </div>
        </Section>
        <Section title="Checkbox, radio, set of fields">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FieldSet legend="Of a field">
              {(["small", "normal", "large"] as const).map((size) => (
                <Checkbox key={size} name="box" size={size} defaultChecked={size === "normal"}>
                  {`Checkbox, ${size}`}
                </Checkbox>
              ))}
              <Checkbox name="box" disabled>
                Checkbox, disabled
              </Checkbox>
              <Checkbox name="box" isLong>
                Checkbox with a long label
                <span className="block text-quiet">of two lines</span>
              </Checkbox>
            </FieldSet>
            <FieldSet kind="section" legend="Of a section">
              {places.map((place) => (
                <Radio key={place} name="place" value={place} defaultChecked={place === "Hamburg"}>
                  {place}
                </Radio>
              ))}
            </FieldSet>
          </div>
        </Section>
        <Section title="Tabs">
          {(["line", "pill"] as const).map((kind) => (
            <Tabs key={kind} kind={kind} aria-label={kind}>
              {places.map((place) => (
                <a
                  key={place}
                  href={`#${place}`}
                  aria-current={place === "Hamburg" ? "page" : undefined}
                  className={tabStyle({ kind })}
                >
                  {`${place} `}
                </a>
              ))}
            </Tabs>
          ))}
        </Section>
        <Section title="Collapsible">
          <Collapsible summary="As a link">What was folded</Collapsible>
          <Collapsible kind="quiet" summary="Quiet" open>
            What was folded
          </Collapsible>
        </Section>
        <Section title="Table" isPlain>
          <Table caption="Ports">
            <thead>
              <tr>
                <th scope="col">Port</th>
                <th scope="col" className="amount">
                  Boxes
                </th>
              </tr>
            </thead>
            <tbody>
              {places.map((place, index) => (
                <tr key={place}>
                  <th scope="row">{place}</th>
                  <td data-label="Boxes" className="amount">
                    {index + 1}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section title="Progress">
          <Progress value={40} label="40 %" className="w-24" />
        </Section>
        <Section title="Dialog">
          <Dialog open aria-label="Dialog">
            A part of the page here; a script shows it over the page.
          </Dialog>
        </Section>
      </Page>
    </PlainFrame>
  );
}
