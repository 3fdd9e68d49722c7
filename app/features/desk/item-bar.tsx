import { href } from "react-router";
import { timed } from "#app/components/moment.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { ItemBarView } from "./item.server.ts";
import type { ItemView } from "./item-view.server.ts";
import { PutOff } from "./put-off.tsx";
import { useWatchers } from "./use-watchers.ts";

/**
 * On the page of a record: its promise, who works on it and who else looks at it, with the buttons of the inbox. Needs the
 * texts `inbox-list`.
 */
export function ItemBar({ view, requestId }: { view: ItemBarView; requestId: string }) {
  const { t } = useText("inbox-list");
  const watchers = useWatchers(view);
  const { item } = view;
  if (!item) return null;
  return (
    <section className="rounded-md border border-line bg-card px-3 py-2 print:hidden">
      <PostForm
        requestId={requestId}
        layout="plain"
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
        action={href("/freightForwarder/index")}
      >
        <input type="hidden" name="back" value={view.back} />
        <Badge>{item.kindLabel}</Badge>
        {item.due ? (
          <span
            title={item.due.stamp || undefined}
            className={item.due.isLate ? "font-medium text-danger" : item.due.isSoon ? "text-warning" : ""}
          >
            {`${item.due.text} `}
          </span>
        ) : null}
        <span>
          {item.isDone
            ? timed(item.holder)
            : item.isMine
              ? t("byYou")
              : item.isFree
                ? t("byNobody")
                : t("byOther", { name: textOf(item.holder) })}{" "}
        </span>
        {item.isDone ? null : <Orders item={item} view={view} />}
        <span role="status" className="text-warning">
          {watchers}
        </span>
      </PostForm>
      <Collapsible kind="quiet" summary={t("history")} className="text-xs">
        <ul className="text-quiet">
          {view.log.map(({ at, text, note }) => (
            <li key={textOf(at) + text} className="wrap-anywhere">
              {timed(at)}
              {` · ${text} ${note ? `· ${note} ` : ""}`}
            </li>
          ))}
        </ul>
      </Collapsible>
    </section>
  );
}

function Orders({ item, view }: { item: ItemView; view: ItemBarView }) {
  const { t } = useText("inbox-list");
  const press = (intent: string, text: string, kind?: "primary") => (
    <Button name="one" value={`${intent}|${item.seen}`} size="small" kind={kind}>
      {text}
    </Button>
  );
  return (
    <>
      {item.isMine
        ? press("release", t("release"))
        : item.isFree
          ? press("take", t("take"), "primary")
          : press("takeOver", t("takeOver"))}{" "}
      {item.endsByHand ? press("done", t("done")) : null} {item.isSnoozed ? press("wake", t("wake")) : null}{" "}
      <PutOff snoozes={view.snoozes} colleagues={view.colleagues} press={press} />
    </>
  );
}
