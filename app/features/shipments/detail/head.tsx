import { href, useNavigation } from "react-router";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Fault } from "#app/components/fault.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Crumbs } from "#app/components/page/crumbs.tsx";
import { MoreActions } from "#app/components/page/more-actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Button } from "#app/ui/button.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import { Journey } from "../journey/journey.tsx";
import type { DetailView } from "./detail.server.ts";

/** When it arrives, how far it has come, and what the reader has to do; above the tabs. */
export function DetailHead({
  view,
  requestId,
  fault,
  actions,
  more,
  canAsk,
}: {
  view: DetailView;
  requestId: string;
  fault: string | null;
  /** Buttons of other features, and what fewer people need. */
  actions: React.ReactNode;
  more: React.ReactNode;
  /** A shipment without news has a button that asks the forwarder. */
  canAsk: boolean;
}) {
  const { head } = view;
  const isPending = useNavigation().state === "submitting";
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Crumbs>
          {head.houseLabel} {head.houseNumber}
          <CopyButton text={head.houseNumber} />
        </Crumbs>
        <Actions className="max-sm:order-last max-sm:mb-2 max-sm:gap-1.5 print:hidden">
          <PostForm requestId={requestId} layout="plain" preventScrollReset>
            <input type="hidden" name="tab" value={view.tab} />
            <Button
              name="intent"
              value={head.isFollowed ? "unfollow" : "follow"}
              aria-disabled={isPending || undefined}
            >
              {view.followLabel}
            </Button>
          </PostForm>
          {actions}
          <MoreActions>
            {more}
            {head.preview ? <Preview preview={head.preview} view={view} requestId={requestId} /> : null}
          </MoreActions>
        </Actions>
        <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-2xl font-semibold max-sm:text-xl">
            <span className="sr-only">{`${head.houseLabel} ${head.houseNumber} `}</span>
            {timed(head.journey.answer)}
          </h1>{" "}
          <StatusBadge {...head.badge} />
        </div>
      </div>
      {fault ? <Fault className="mt-2">{fault}</Fault> : null}
      <Journey journey={head.journey} further={head.lines} />
      <Band head={head} canAsk={canAsk} isPending={isPending} />
    </>
  );
}

/** What the reader has to do, what costs money, and that nothing was heard: one press asks the forwarder. */
function Band({
  head: { band, silence },
  canAsk,
  isPending,
}: {
  head: DetailView["head"];
  canAsk: boolean;
  isPending: boolean;
}) {
  if (band.length === 0 && !silence) return null;
  return (
    <div className="mt-3 flex flex-col gap-1 rounded-md bg-warning-soft px-4 py-2">
      {band.map(({ text, isOver, link }) => (
        <p key={textOf(text)} className="flex flex-wrap justify-between gap-x-4">
          <b className={isOver ? "font-semibold text-danger" : "font-semibold"}>{timed(text)}</b>{" "}
          {link ? (
            <Link to={link.path} className="text-link underline print:hidden">
              {link.label}
            </Link>
          ) : null}
        </p>
      ))}
      {silence ? (
        <form method="post" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <b className="font-semibold">{`${silence.text} `}</b>
          {canAsk ? (
            <Button
              size="small"
              name="intent"
              value="askNews"
              aria-disabled={isPending || undefined}
              className="print:hidden"
            >
              {silence.label}
            </Button>
          ) : null}
        </form>
      ) : null}
    </div>
  );
}

/** Whether people without an account find it, the link for them, and the switch. */
function Preview({
  preview,
  view,
  requestId,
}: {
  preview: NonNullable<DetailView["head"]["preview"]>;
  view: DetailView;
  requestId: string;
}) {
  return (
    <>
      <p>
        <span className="text-quiet">{preview.label}</span> {preview.state}{" "}
        {preview.link ? (
          <>
            <a href={preview.link.path} className="text-link underline">
              {preview.link.path.split("?")[0]}
            </a>
            <CopyButton text={preview.link.url} />
          </>
        ) : null}
      </p>
      {preview.change ? (
        <PostForm requestId={requestId} layout="plain" preventScrollReset>
          <input type="hidden" name="tab" value={view.tab} />
          <Button size="small" name="intent" value={preview.change.intent}>
            {preview.change.label}
          </Button>
        </PostForm>
      ) : null}
    </>
  );
}

/** The tabs as links; the URL decides which is open. */
export function DetailTabs({ view }: { view: DetailView }) {
  return (
    <Tabs aria-label={view.tabsLabel} className="mt-4 mb-4">
      {view.tabs.map(({ tab, label, count }) => (
        <Link
          key={tab}
          to={tab === "overview" ? href("/shipments/detail/:id", { id: view.head.id }) : `?tab=${tab}`}
          preventScrollReset
          aria-current={tab === view.tab ? "page" : undefined}
          className={tabStyle()}
        >
          {`${label} ${count || ""} `}
        </Link>
      ))}
    </Tabs>
  );
}
