import { ButtonLink } from "#app/components/button-link.tsx";
import { Late, latePart } from "#app/components/late-part.tsx";
import { listAddress } from "#app/components/list/address.ts";
import type { ExportView } from "#app/components/list/export-form.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import type { TickPanelView } from "#app/components/list/list-panel.tsx";
import { ListTools } from "#app/components/list/list-tools.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { FollowForm } from "../detail/follow-button.tsx";
import type { ShipmentListView } from "./list.server.ts";
import { unpackColumns } from "./row-view.ts";
import { ShipmentRows } from "./rows.tsx";

const ListPanel = latePart(() => import("#app/components/list/list-panel.tsx"));

const TEXTS = "shipment-list";

export function ShipmentList({
  title,
  view,
  save,
  file,
  share,
  ticks,
  fault,
}: {
  title: string;
  view: ShipmentListView;
  /** Null for people who may not export. */
  save: { action: string; label: string } | null;
  /** For the open column panel. */
  file: ExportView | null;
  /** Opens the choice of shipments for a link; null where the provider makes none. */
  share: string | null;
  /** That choice, while it is open. */
  ticks: TickPanelView | null;
  fault?: string;
}) {
  const { t } = useText(TEXTS);
  const list = { ...view, columns: unpackColumns(view.columns) };
  return (
    <ListPage
      title={title}
      tools={
        <ListTools view={view} texts={TEXTS} save={save}>
          {share ? (
            <ButtonLink
              to={listAddress(view.base, view.params, { panel: ticks ? null : "share" })}
              preventScrollReset
              size="small"
            >
              {share}
            </ButtonLink>
          ) : null}
        </ListTools>
      }
      view={list}
      texts={TEXTS}
      search={<FilterForm view={view} />}
      chips={
        <>
          {fault ? <Alert kind="danger">{fault}</Alert> : null}
          {view.problems.map(({ field, text }) => (
            <Alert key={field} kind="warning">
              <a href={`#filter-${field}`} className="underline">
                {text}
              </a>
            </Alert>
          ))}
          <FilterChips view={view} />
          {view.allColumns || ticks ? (
            <Late>
              <ListPanel ticks={ticks} view={view} texts={TEXTS} file={file} />
            </Late>
          ) : null}
        </>
      }
      form={<FollowForm />}
      none={{ text: t("empty.noneText") }}
      beyondText={view.isTotalCapped ? t("empty.depthText") : undefined}
    >
      <ShipmentRows {...list} />
    </ListPage>
  );
}
