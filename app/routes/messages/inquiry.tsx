import { requireUser } from "#app/access/guard.server.ts";
import { formKeyIn } from "#app/components/form-key.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleInquiry, inquiryRequired } from "#app/features/messages/center/inquiry.server.ts";
import { InquiryForm } from "#app/features/messages/center/inquiry-form.tsx";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/inquiry";

export const handle: PageHandle = { texts: ["messages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  await formKeyIn(visit, args.url);
  return {
    title: visit.t("messages:inquiry.title"),
    requestId: visit.requestId(),
    required: inquiryRequired(visit),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return handleInquiry(visit, args.url.searchParams, await args.request.formData());
}

export default function Inquiry({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("messages");
  const { title, requestId, required } = loaderData;
  return (
    <Page head={{ title, lead: t("inquiry.lead") }} layout="text">
      <InquiryForm requestId={requestId} required={required} answer={actionData} />
    </Page>
  );
}
