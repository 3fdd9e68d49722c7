import { href, useNavigation } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { joined } from "#app/components/more-times.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { type ExportJobView, handleExports, loadExports } from "#app/features/account/exports.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/exports";

export const handle: PageHandle = { texts: [] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await loadExports(visit);
  return { title: view.words.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return handleExports(visit, await args.request.formData());
}

/** Lists that are saved as files in the background. */
export default function Exports({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  const { words, none, jobs, lost, isWaiting } = view;
  const { state } = useNavigation();
  return (
    <Page head={{ title }} layout="text" fault={actionData?.fault}>
      <p className="text-quiet">{words.lead}</p>
      {lost ? <Alert kind="warning">{lost}</Alert> : null}
      {jobs.length === 0 ? (
        <EmptyState {...none} />
      ) : (
        <PostForm requestId={requestId} layout="plain">
          <Card>
            <ul>
              {jobs.map((job) => (
                <Job key={job.id} job={job} words={words} isBusy={state === "submitting"} />
              ))}
            </ul>
          </Card>
        </PostForm>
      )}
      {isWaiting ? <p className="text-quiet">{words.reload}</p> : null}
    </Page>
  );
}

function Job({
  job,
  words,
  isBusy,
}: {
  job: ExportJobView;
  words: Record<"fetch" | "again" | "remove", string>;
  isBusy: boolean;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3">
      <div>
        <p className="font-medium">
          {job.name} <Badge kind={job.look}>{job.state}</Badge>
        </p>
        <p className="text-xs text-quiet">{joined([job.asked, ...job.facts])}</p>
        {job.why ? <p className="text-xs">{job.why}</p> : null}
      </div>{" "}
      <Actions>
        {job.fetch ? (
          <ButtonLink
            href={`${href("/account/exportFile")}?id=${job.id}`}
            aria-label={job.fetch}
            kind="primary"
            size="small"
          >
            {words.fetch}
          </ButtonLink>
        ) : null}{" "}
        {job.again ? (
          <Button size="small" name="again" value={job.id} aria-label={job.again} aria-disabled={isBusy}>
            {words.again}
          </Button>
        ) : null}
        <Button size="small" name="remove" value={job.id} aria-label={job.remove} aria-disabled={isBusy}>
          {words.remove}
        </Button>
      </Actions>
    </li>
  );
}
