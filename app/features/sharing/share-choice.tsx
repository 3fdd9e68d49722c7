import { Form, href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { Link } from "#app/components/link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { packedLine } from "#app/components/time.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { ShareChoiceView } from "./choose.server.ts";

/**
 * Ticks shipments for a link. One GET form: its buttons search, turn pages and go on, and all of them keep what is
 * ticked. The search comes first, so that Enter in its field presses it.
 */
export function ShareChoice({ view }: { view: ShareChoiceView }) {
  const { words, rows, elsewhere, place } = view;
  return (
    <>
      <p className="text-quiet">{words.lead}</p>
      {view.lost ? <Alert kind="warning">{view.lost}</Alert> : null}
      <Form method="get" action={href("/shipments/share")} className="flex flex-col gap-4">
        <div className="flex gap-2">
          <SearchInput key={view.keyword} label={words.find} name="keyword" defaultValue={view.keyword} />{" "}
          <Button name="choose" value="1">
            {words.search}
          </Button>
        </div>
        {view.hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {words.filters ? (
          <p className="wrap-anywhere">
            {words.filters}{" "}
            <Link to={view.unfiltered} className="text-link underline">
              {words.unfiltered}
            </Link>
          </p>
        ) : null}
        {elsewhere.length > 0 ? (
          <FieldSet legend={words.elsewhere}>
            <div className="flex flex-wrap gap-x-4">
              {elsewhere.map(({ id, number }) => (
                <Checkbox key={id} size="large" name="id" value={id} defaultChecked>
                  {number}
                </Checkbox>
              ))}
            </div>
          </FieldSet>
        ) : null}
        {words.none ? <p>{words.none}</p> : null}
        {rows.length > 0 ? (
          <FieldSet legend={words.list}>
            <ul>
              {rows.map((row) => (
                <li key={row.id} className="border-b border-line">
                  <Checkbox
                    size="large"
                    isLong
                    name="id"
                    value={row.id}
                    defaultChecked={row.isTicked}
                    className="py-2"
                  >
                    <span className="flex flex-wrap justify-between gap-x-4 gap-y-1">
                      <span className="flex flex-wrap items-center gap-2">
                        <span className="font-medium">{row.number}</span>{" "}
                        <StatusBadge status={row.status} label={row.label} />
                      </span>
                      <span className="text-quiet">{packedLine(row.date)} </span>
                      <span className="w-full wrap-anywhere">{`${row.route} `}</span>
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </FieldSet>
        ) : null}
        {place.range ? (
          <Actions>
            <span className="text-quiet">{`${place.range} `}</span>
            {place.previous ? (
              <Button name="choose" value={place.previous} size="small">
                {words.previous}
              </Button>
            ) : null}
            {place.next ? (
              <Button name="choose" value={place.next} size="small">
                {words.next}
              </Button>
            ) : null}
          </Actions>
        ) : null}
        <FormBar>
          <Button kind="primary" name="choose" value="done">
            {words.done}
          </Button>
          {words.all ? (
            <Button name="choose" value="all">
              {words.all}
            </Button>
          ) : null}
          <ButtonLink to={href("/shipments/shared")} kind="quiet">
            {words.toList}
          </ButtonLink>
        </FormBar>
      </Form>
    </>
  );
}
