import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  href,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { shownRows } from "#app/features/shipments/list/list.server.ts";
import { ShipmentRows } from "#app/features/shipments/list/rows.tsx";
import { journeysMap } from "#app/features/shipments/map/map.server.ts";
import { JourneysMap } from "#app/features/shipments/map/view.tsx";
import {
  AreaBar,
  AreaRows,
  type DrawRows,
  NumbersAnswer,
  NumbersLink,
  NumbersPanel,
} from "#app/features/tracking/area.tsx";
import { areaOf } from "#app/features/tracking/areas.ts";
import { askNumbers, numbersView, readNumbers, routesOf } from "#app/features/tracking/numbers.server.ts";
import { readTrackingQuery, withNumbers } from "#app/features/tracking/query.server.ts";
import { areaHead, areaView } from "#app/features/tracking/view.server.ts";
import { useText } from "#app/locales/use-text.ts";

/** The lists of the three tracking areas; `areas.ts` has their differences. */
const TEXTS = "shipment-list";
export const handle: PageHandle = { texts: [TEXTS], isKept: true, shipments: "many" };
export const meta = pageTitle;

export async function loader(args: LoaderFunctionArgs) {
  const { visit } = await requireUser(args);
  const { pathname, searchParams } = args.url;
  const area = areaOf(pathname);
  const query = readTrackingQuery(searchParams, area);
  const text = searchParams.get("numbers");
  const read = text === null ? null : readNumbers(visit, text);
  const head = areaHead(visit, area, query, {
    search: searchParams,
    numbers: read?.numbers ? text : null,
  });
  const page = { title: head.title, head, requestId: visit.requestId() };
  const show = (rows: Parameters<typeof shownRows>[1]) => shownRows(visit, rows);
  if (!read?.numbers) {
    const view = await areaView(visit, area, query, show);
    const fault = read?.fault ?? null;
    return data({ ...page, text: text ?? "", fault, map: null, view }, { status: fault ? 400 : 200 });
  }
  const numbers = read.numbers.map(({ number }) => number);
  const matched = await askNumbers(visit, read.numbers);
  const picture = (fields: Record<string, string>) =>
    withNumbers(href("/tracking/mapPicture"), numbers, fields);
  return data({
    ...page,
    title: visit.t("tracking:title.numbers"),
    text: numbers.join("\n"),
    fault: null,
    map: journeysMap(visit, routesOf(matched), picture),
    view: numbersView(visit, area, read, matched, show),
  });
}

/** Puts the pasted numbers into the address, which can be shared within the company and kept. */
export async function action(args: ActionFunctionArgs) {
  const { visit } = await requireUser(args);
  const typed = (await args.request.formData()).get("numbers");
  const text = typeof typed === "string" ? typed : "";
  const read = readNumbers(visit, text);
  if (read.fault !== null) return data({ fault: read.fault, text }, { status: 400 });
  return redirect(
    withNumbers(
      href(areaOf(args.url.pathname).index),
      read.numbers.map(({ number }) => number),
    ),
  );
}

export const clientLoader = (args: ClientLoaderFunctionArgs) => keptLoader(args as never);

export default function Tracking() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useKeptPage(loaded);
  const { t } = useText(TEXTS);
  const { head, view, title } = loaded;
  type Columns = React.ComponentProps<typeof ShipmentRows>["columns"];
  const drawRows: DrawRows<Columns[number]> = (rows, columns) => (
    <ShipmentRows rows={rows} columns={columns} canOpen canFollow={false} look="cards" detail={head.detail} />
  );
  const paste = (
    <NumbersPanel
      paste={head.paste}
      index={head.index}
      text={answer?.text ?? loaded.text}
      fault={answer?.fault ?? loaded.fault}
      requestId={loaded.requestId}
    />
  );
  const tools = <NumbersLink paste={head.paste} />;
  if (view.kind === "rows") {
    const { part } = view;
    return (
      <ListPage
        title={title}
        back={part?.back}
        tools={tools}
        view={view}
        texts={TEXTS}
        search={
          part ? (
            <p>
              <strong>{part.text}</strong>
            </p>
          ) : (
            head.search && <FilterForm view={head.search} />
          )
        }
        chips={
          <>
            {paste}
            {head.search ? <FilterChips view={head.search} /> : null}
          </>
        }
        none={{ text: t("empty.noneText") }}
      >
        {drawRows(view.rows, view.columns)}
      </ListPage>
    );
  }
  const isNumbers = view.kind === "numbers";
  return (
    <Page
      head={{
        title,
        back: isNumbers ? view.back : undefined,
        lead: isNumbers ? null : head.lead,
        actions: tools,
      }}
    >
      <AreaBar head={head} />
      {paste}
      {isNumbers ? (
        <NumbersAnswer view={view} drawRows={drawRows}>
          {loaded.map ? <JourneysMap view={loaded.map} /> : null}
        </NumbersAnswer>
      ) : (
        <AreaRows view={view} drawRows={drawRows} />
      )}
    </Page>
  );
}
