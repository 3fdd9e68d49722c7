import { Form, href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskSections } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { type DeskKind, deskKinds, deskSortKeys } from "#app/contract/desk-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { SearchInput, Select } from "#app/ui/input.tsx";
import type { InboxReply, InboxView } from "./inbox.server.ts";
import { InboxKeys } from "./inbox-keys.tsx";
import type { ItemView } from "./item-view.server.ts";
import { PutOff } from "./put-off.tsx";

const FORM = "inbox";

/** What waits for the desk: a list whose items are taken, handed over, put off and ended, one or many at once. */
export function Inbox({
  title,
  view,
  requestId,
  answer,
}: {
  title: string;
  view: InboxView;
  requestId: string;
  answer: InboxReply | undefined;
}) {
  const { t } = useText("inbox-list");
  const chosen = new Set(answer ? answer.chosen : view.isAllChosen ? view.rows.map(({ id }) => id) : []);
  return (
    <>
      <DeskSections />
      <ListPage
        title={title}
        tools={<ButtonLink to={href("/freightForwarder/settings")}>{t("settings")}</ButtonLink>}
        view={view}
        texts="inbox-list"
        search={<Search view={view} />}
        form={
          <>
            {answer && answer.texts.length > 0 ? (
              <Alert kind="danger">
                <p className="font-semibold">{t("someLeft")}</p>
                <ul>
                  {answer.texts.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </Alert>
            ) : null}
            <Orders view={view} requestId={requestId} answer={answer} />
          </>
        }
        none={{ text: t("empty.noneText") }}
      >
        {view.groups.map(({ heading, rows }) => (
          // Boxes are chosen as the page comes, so that another page has other boxes.
          <Group
            key={`${heading} ${view.isAllChosen}`}
            heading={heading}
            rows={rows}
            columns={view.columns}
            chosen={chosen}
          />
        ))}
      </ListPage>
      <InboxKeys form={FORM} />
    </>
  );
}

function Search({ view }: { view: InboxView }) {
  const { t } = useText("inbox-list");
  const { base, params, counts, sort } = view;
  const kindName = (kind: DeskKind) =>
    counts[kind] ? `${t(`kindName.${kind}`)} (${counts[kind]})` : t(`kindName.${kind}`);
  return (
    <Form key={JSON.stringify(params)} method="get" action={base} role="search">
      {params.pile ? <input type="hidden" name="pile" value={params.pile} /> : null}
      <Actions>
        <SearchInput
          name="keyword"
          defaultValue={params.keyword}
          label={t("keyword")}
          className="min-w-52 max-w-narrow flex-1"
        />
        <div>
          <Select name="kind" defaultValue={params.kind} aria-label={t("kind")}>
            <option value="">{t("everyKind")}</option>
            {deskKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind)}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <Select name="sort" defaultValue={sort} aria-label={t("sort")}>
            {deskSortKeys.map((key) => (
              <option key={key} value={key}>
                {t(`sortName.${key}`)}
              </option>
            ))}
          </Select>
        </div>
        <Button kind="primary">{t("search")}</Button>
      </Actions>
    </Form>
  );
}

/** The buttons for all chosen items. */
function Orders({
  view,
  requestId,
  answer,
}: {
  view: InboxView;
  requestId: string;
  answer: InboxReply | undefined;
}) {
  const { t } = useText("inbox-list");
  const isBusy = useNavigation().state === "submitting";
  if (view.rows.length === 0) return null;
  const press = (intent: string, text: string, kind?: "primary") => (
    <Button name="intent" value={intent} size="small" kind={kind} aria-disabled={isBusy}>
      {text}
    </Button>
  );
  return (
    <PostForm
      requestId={requestId}
      answer={answer}
      layout="plain"
      className="flex flex-wrap items-end gap-x-4 gap-y-2 rounded-md border border-line bg-card px-3 py-2"
      id={FORM}
      preventScrollReset
    >
      <Link to={view.chooseHref} replace preventScrollReset className="py-1.5 text-link underline">
        {t(view.isAllChosen ? "chooseNone" : "chooseAll")}
      </Link>{" "}
      <span className="py-1.5 text-quiet">{`${t("forChosen")} `}</span>
      {view.isOfDone ? (
        press("reopen", t("reopen"))
      ) : (
        <>
          <span className="flex flex-wrap gap-2">
            {press("take", t("take"), "primary")} {press("release", t("release"))} {press("done", t("done"))}
            {view.params.pile === "SNOOZED" ? press("wake", t("wake")) : null}
          </span>
          <PutOff snoozes={view.snoozes} colleagues={view.colleagues} press={press} />
        </>
      )}
    </PostForm>
  );
}

function Group({
  heading,
  rows,
  columns,
  chosen,
}: {
  heading: string | null;
  rows: readonly ItemView[];
  columns: InboxView["columns"];
  chosen: ReadonlySet<string>;
}) {
  return (
    <>
      {heading === null ? null : (
        <tr>
          <th scope="rowgroup" colSpan={columns.length} className="bg-muted text-left">
            {`${heading} (${rows.length})`}
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <Row key={row.id} row={row} columns={columns} isChosen={chosen.has(row.id)} />
      ))}
    </>
  );
}

function Row({
  row,
  columns,
  isChosen,
}: {
  row: ItemView;
  columns: InboxView["columns"];
  isChosen: boolean;
}) {
  const { t } = useText("inbox-list");
  const { label, due } = row;
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label;
  return (
    <tr data-item={row.id}>
      <th scope="row">
        <input
          type="checkbox"
          form={FORM}
          name="item"
          value={row.seen}
          defaultChecked={isChosen}
          aria-label={t("choose", { label })}
          className="mr-2 size-5 align-middle"
        />
        <Badge>{row.kindLabel}</Badge>
        {row.href ? (
          <Link to={row.href} className="text-link underline">
            {label}
          </Link>
        ) : (
          label
        )}{" "}
        {row.company ? (
          <span className="mt-1 block text-xs font-normal text-quiet">{row.company}</span>
        ) : null}
      </th>
      <td data-label={labelOf("summary")}>
        <span className="line-clamp-2 wrap-anywhere">{row.summary}</span>
      </td>
      <td data-label={labelOf("due")}>
        {due ? (
          <span
            title={due.stamp || undefined}
            className={due.isLate ? "font-medium text-danger" : due.isSoon ? "text-warning" : undefined}
          >
            {`${due.text} `}
          </span>
        ) : null}
        <span className="block text-xs text-quiet">{timed(row.opened)}</span>
      </td>
      <td data-label={labelOf("who")}>
        {timed(row.holder)}{" "}
        {row.watchers ? <span className="block text-xs text-quiet">{`${row.watchers} `}</span> : null}
        <OwnButton row={row} />
      </td>
    </tr>
  );
}

/** The button that fits the item's state best. */
function OwnButton({ row }: { row: ItemView }) {
  const { t } = useText("inbox-list");
  if (row.isMine || (row.isDone && !row.endsByHand)) return null;
  const name = row.isDone ? "reopen" : row.isFree ? "take" : "takeOver";
  return (
    <Button
      form={FORM}
      name="one"
      value={`${name}|${row.seen}`}
      aria-label={t(`${name}Named`, { label: row.label })}
      size="small"
      kind="quiet"
    >
      {t(name)}
    </Button>
  );
}
