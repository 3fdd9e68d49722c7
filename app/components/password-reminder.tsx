import { Form, href, useLocation } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ButtonLink } from "./button-link.tsx";
import { useRootData } from "./root-data.ts";

/** Shown after 90 days: offers a change; 'not now' postpones it for 7 days (product 8.5). */
export default function PasswordReminder() {
  const { t } = useText("password-reminder");
  const { requestId } = useRootData();
  const location = useLocation();
  // On this page the password is being changed.
  if (location.pathname === href("/account/password")) return null;
  return (
    <Alert kind="warning" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="mr-auto">
        <p className="font-semibold">{t("title")}</p>
        <p>{t("text")}</p>
      </div>
      <ButtonLink to={href("/account/password")} kind="primary">
        {t("now")}
      </ButtonLink>
      <Form method="post" action={href("/account/password")}>
        <input type="hidden" name="requestId" value={requestId} />
        <input type="hidden" name="returnTo" value={location.pathname + location.search} />
        <Button name="intent" value="later">
          {t("later")}
        </Button>
      </Form>
    </Alert>
  );
}
