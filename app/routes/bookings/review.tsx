import { href, redirect, useNavigation } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { addressId } from "#app/contract/wire.ts";
import { checkedFormHref, formPaths } from "#app/features/bookings/booking-fields.ts";
import { ContentView } from "#app/features/bookings/content-view.tsx";
import { bookingWrites } from "#app/features/bookings/permission.ts";
import { handleReview, loadReview } from "#app/features/bookings/review.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/review";

export const handle: PageHandle = { texts: ["booking-view"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  const id = args.url.searchParams.get("id") ?? "";
  if (!addressId.safeParse(id).success) throw redirect(href("/booking/index"));
  const review = await loadReview(visit, id);
  const title = visit.t("bookings:title.review", { number: review.bookingNumber });
  return { title, review, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  return handleReview(visit, await args.request.formData());
}

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("booking-view");
  const navigation = useNavigation();
  const { title, review, requestId } = loaderData;
  const faults = review.faults.length > 0 ? review.faults : (actionData?.faults ?? []);
  const editHref = faults.length > 0 ? checkedFormHref(review.id) : `${formPaths.add}?id=${review.id}`;
  return (
    <Page
      head={{ title }}
      fault={
        faults.length > 0 ? (
          <>
            <p className="font-semibold">{t("lacking")}</p>
            <ul className="mt-1">
              {faults.map(({ label, text, href }) => (
                <li key={label + text}>
                  <Link to={href} className="inline-block py-1 underline">
                    {label}: {text}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        ) : (
          actionData?.message
        )
      }
    >
      {review.warnings.length > 0 ? (
        <Alert kind="warning">
          <p className="font-semibold">{t("warnings")}</p>
          <ul className="mt-1">
            {review.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <ContentView sections={review.sections} />
      {review.attachments.length > 0 ? (
        <p>
          {t("attachments")}: {review.attachments.join(", ")}
        </p>
      ) : null}
      <PostForm requestId={requestId} answer={actionData} layout="row" className="print:hidden">
        <input type="hidden" name="id" value={review.id} />
        <input type="hidden" name="version" value={review.version} />
        {review.faults.length === 0 ? (
          <Button kind="primary" size="large" aria-disabled={navigation.state === "submitting"}>
            {t("submit")}
          </Button>
        ) : null}{" "}
        <ButtonLink to={editHref} size="large" kind={review.faults.length > 0 ? "primary" : "secondary"}>
          {t("edit")}
        </ButtonLink>
      </PostForm>
    </Page>
  );
}
