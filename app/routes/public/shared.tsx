import { data, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { openLink, tokenIn } from "#app/features/sharing/visitor.server.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/shared";

export { linkMeta as meta } from "#app/features/sharing/link-meta.ts";

/**
 * Opening a link shows the same page for every token and asks the provider nothing, because scanners and chat
 * programs open links too.
 */
export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const { t } = visit;
  return {
    title: t("sharing:title.visitor"),
    over: tokenIn(args.url) ? null : t("sharing:visitor.over"),
    text: t("sharing:visitor.text"),
    open: t("sharing:visitor.open"),
    note: t("sharing:visitor.note"),
    requestId: visit.requestId(),
  };
}

const statusOf = { over: 410, limited: 429, unavailable: 503 } as const;

/** The press of the button: from here on the token is in a cookie and no longer in an address. */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const opened = await openLink(visit, args.request, args.url, form.get("requestId"));
  if (opened.kind === "opened")
    return redirect(opened.location, { headers: { "set-cookie": opened.cookie } });
  const isOver = opened.kind === "over";
  const title = isOver ? visit.t("sharing:title.over") : visit.t("sharing:visitor.limited");
  const fault = {
    title: opened.kind === "unavailable" ? null : title,
    text: isOver ? visit.t("sharing:visitor.over") : opened.message,
    isOver,
  };
  return data(fault, { status: statusOf[opened.kind] });
}

export default function Shared({ loaderData, actionData }: Route.ComponentProps) {
  const { title, over, text, open, note, requestId } = loaderData;
  const isOver = over !== null || actionData?.isOver === true;
  return (
    <Page head={{ title: actionData?.title ?? title }} layout="alone" fault={actionData?.text}>
      {over !== null && !actionData ? <p>{over}</p> : null}
      {isOver ? null : (
        <PostForm requestId={requestId} reloadDocument>
          <p>{text}</p>
          <Button kind="primary" size="large">
            {open}
          </Button>
          <p className="text-xs text-quiet">{note}</p>
        </PostForm>
      )}
    </Page>
  );
}
