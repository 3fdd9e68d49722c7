import { requireUser } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import { passDocumentOn, uploadView } from "#app/features/documents/upload.server.ts";
import { UploadForm } from "#app/features/documents/upload-form.tsx";
import type { Route } from "./+types/add";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await uploadView(visit, args.url.searchParams);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return passDocumentOn(visit, args.request, args.url);
}

export default function AddDocument({ loaderData, actionData }: Route.ComponentProps) {
  return <UploadForm view={loaderData.view} requestId={loaderData.requestId} answer={actionData} />;
}
