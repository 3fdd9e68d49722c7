import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Flash } from "#app/access/flash.ts";
import { Alert } from "#app/ui/alert.tsx";

/** What the last write did, said once on the page that it led to. */
export function FlashMessage({ flash }: { flash: Flash }) {
  const { t } = useTranslation();
  const location = useLocation();
  return (
    <Alert kind={flash.kind} className="mb-4 flex items-start justify-between gap-4">
      <span>{t(`flash.${flash.key}`)}</span>
      <Link to={location.pathname + location.search} replace className="underline">
        {t("flash.dismiss")}
      </Link>
    </Alert>
  );
}
