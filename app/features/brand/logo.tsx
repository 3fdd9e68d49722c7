import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField, inputProps } from "#app/components/field-props.ts";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { LOGO_BYTES } from "#app/contract/brand-code.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldDescription, FieldLabel } from "#app/ui/field.tsx";
import type { LogoView } from "./logo.server.ts";

/** The logo of a customer for light or dark pages: a new picture, or none. */
export function LogoForm({
  view,
  requestId,
  answer,
}: {
  view: LogoView;
  requestId: string;
  answer: { fault: string; requestId: string | null } | undefined;
}) {
  const { t } = useText("brand-page");
  const { companyId, scheme, version, picture, here } = view;
  const field = answeredField({ id: "logo" });
  const action = withQuery(here, { requestId: answer?.requestId ?? requestId });
  return (
    <Section title={t(scheme)} className="max-w-narrow">
      {picture ? <img src={picture} alt="" className="logo" /> : null}
      {/* The fields come before the file: what follows a file is not read. */}
      <form method="post" encType="multipart/form-data" action={action} className="flex flex-col gap-3">
        <input type="hidden" name="companyId" value={companyId} />
        <input type="hidden" name="scheme" value={scheme} />
        <input type="hidden" name="version" value={version} />
        <FieldLabel htmlFor={field.id}>{t("logoFile")}</FieldLabel>
        <FieldDescription id={field.descriptionId}>
          {t("logoText", { megabytes: LOGO_BYTES / MEGABYTE, format: "WebP" })}
        </FieldDescription>
        <input
          {...inputProps(field, "file", field.descriptionId)}
          accept="image/png,image/jpeg,image/webp"
          required
        />
        <p>
          <Button kind="primary">{t("logoSave")}</Button>
        </p>
      </form>
      <Actions>
        {picture ? (
          <PostForm requestId={requestId} answer={answer} layout="plain" action={here}>
            <input type="hidden" name="version" value={version} />
            <Button>{t("logoRemove")}</Button>
          </PostForm>
        ) : null}{" "}
        <ButtonLink to={view.back}>{t("back")}</ButtonLink>
      </Actions>
    </Section>
  );
}
