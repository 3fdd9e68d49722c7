import { href, useNavigation } from "react-router";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Fault } from "#app/components/fault.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { joined } from "#app/components/more-times.tsx";
import { Crumbs } from "#app/components/page/crumbs.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import { Journey } from "../journey/journey.tsx";
import type { DetailView } from "./detail.server.ts";

/** Identification and state of the shipment, above the tabs. */
export function DetailHead({
  view,
  requestId,
  fault,
  children,
}: {
  view: DetailView;
  requestId: string;
  fault: string | null;
  /** Further actions, from other features. */
  children?: React.ReactNode;
}) {
  const { head } = view;
  const { booking, charges, preview } = head;
  const isPending = useNavigation().state === "submitting";
  return (
    <>
      <Crumbs />
      {fault ? <Fault className="mt-2">{fault}</Fault> : null}
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="flex flex-wrap items-center gap-x-2 text-base font-semibold">
          {head.houseLabel} {head.houseNumber}
          <CopyButton text={head.houseNumber} />
        </h1>
        <p className="mr-auto flex flex-wrap gap-2 py-1">
          <StatusBadge {...head.badge} />
        </p>
        <PostForm requestId={requestId} layout="plain" className="print:hidden" preventScrollReset>
          <input type="hidden" name="tab" value={view.tab} />
          <Button
            name="intent"
            value={head.isFollowed ? "unfollow" : "follow"}
            aria-disabled={isPending || undefined}
          >
            {view.followLabel}
          </Button>
        </PostForm>
        {children}
      </div>
      <Journey journey={head.journey} />
      {head.delay ? <p className="mt-1 text-danger">{head.delay}</p> : null}
      <p className="mt-1 text-base">{head.route.join(" → ")}</p>
      {head.next ? <p className="font-medium">{timed(head.next)}</p> : null}
      {head.progress.length > 0 ? <p>{joined(head.progress)}</p> : null}
      <p className="text-quiet">
        {head.summary} · {timed(head.updated)}
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {head.masterNumber ? (
          <Pair label={head.masterLabel} note={head.masterWarning}>
            {head.masterNumber} <CopyButton text={head.masterNumber} />
          </Pair>
        ) : null}
        {booking ? (
          <Pair label={booking.label}>
            {booking.href ? (
              <Link to={booking.href} className="text-link underline">
                {booking.number}
              </Link>
            ) : (
              booking.number
            )}
          </Pair>
        ) : null}
        {charges ? <Pair label={charges.label}>{charges.value}</Pair> : null}
        {preview ? (
          <Pair label={preview.label}>
            {preview.state}{" "}
            {preview.link ? (
              <>
                <a href={preview.link.path} className="text-link underline">
                  {preview.link.path.split("?")[0]}
                </a>
                <CopyButton text={preview.link.url} />
              </>
            ) : null}
            {preview.change ? (
              <PostForm requestId={requestId} layout="plain" className="print:hidden" preventScrollReset>
                <input type="hidden" name="tab" value={view.tab} />
                <Button size="small" name="intent" value={preview.change.intent}>
                  {preview.change.label}
                </Button>
              </PostForm>
            ) : null}
          </Pair>
        ) : null}
      </dl>
    </>
  );
}

function Pair({ label, note, children }: { label: string; note?: string | null; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-quiet">{label}</dt>
      <dd className="flex flex-wrap items-center gap-1">{children}</dd>
      {note ? <dd className="text-warning">{note}</dd> : null}
    </div>
  );
}

/** The tabs as links; the URL decides which is open. */
export function DetailTabs({ view }: { view: DetailView }) {
  return (
    <Tabs aria-label={view.tabsLabel} className="mt-4 mb-4">
      {view.tabs.map(({ tab, label }) => (
        <Link
          key={tab}
          to={tab === "overview" ? href("/shipments/detail/:id", { id: view.head.id }) : `?tab=${tab}`}
          preventScrollReset
          aria-current={tab === view.tab ? "page" : undefined}
          className={tabStyle()}
        >
          {`${label} `}
        </Link>
      ))}
    </Tabs>
  );
}
