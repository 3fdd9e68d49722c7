import { ButtonLink } from "#app/components/button-link.tsx";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { answerTo, FormHead, fieldsOf } from "./form-fields.tsx";
import type { CustomerReply } from "./reply.server.ts";
import type { RolesView } from "./roles.server.ts";

interface Props {
  view: RolesView;
  requestId: string;
  answer: CustomerReply | undefined;
}

/** The roles that people of a company can have: the shared ones to read and copy, its own to change. */
export function CustomerRoles(props: Props) {
  const { t } = useText("customer-pages");
  const { roles } = props.view;
  return (
    <>
      <p className="text-quiet">{t("rolesPage.about")}</p>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {roles.map(({ id, name, people, href, copyHref }) => (
          <li key={id}>
            <Section title={name} layout="item" className="h-full">
              <p className="text-quiet">{`${t(href ? "rolesPage.own" : "rolesPage.shared")} · ${people}`}</p>
              <p className="mt-auto flex flex-wrap gap-2">
                {href ? (
                  <ButtonLink to={href} aria-label={t("rolesPage.changeNamed", { name })}>
                    {t("rolesPage.change")}
                  </ButtonLink>
                ) : null}
                <ButtonLink to={copyHref} aria-label={t("rolesPage.copyNamed", { name })}>
                  {t("rolesPage.copy")}
                </ButtonLink>
              </p>
            </Section>
          </li>
        ))}
      </ul>
      <MakeRole {...props} />
      <Section title={t("rolesPage.rights")} layout="text" isPlain>
        <Rights {...props.view} />
      </Section>
    </>
  );
}

function MakeRole({ view, requestId, answer }: Props) {
  const { t } = useText("customer-pages");
  const field = fieldsOf("make", view.fields, answer);
  return (
    <Section title={t("rolesPage.make")} id="role-make" layout="close">
      <PostForm requestId={requestId} answer={answerTo("make", answer)} layout="close" noValidate>
        <FormHead form="make" answer={answer} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {/* The key takes the chosen role into the field; names that are typed already stay. */}
          <SelectField
            key={view.fields.fromId}
            field={field("fromId")}
            label={t("rolesPage.from")}
            choices={view.choices}
            isAlert
          />
          <InputField field={field("name")} label={t("roleName")} isAlert autoComplete="off" />
          <InputField field={field("nameZh")} label={t("roleNameZh")} isAlert autoComplete="off" />
        </div>
        <p>
          <Button kind="primary" name="intent" value="make">
            {t("rolesPage.makePress")}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}

function Rights({ roles, table }: Pick<RolesView, "roles" | "table">) {
  const { t } = useText("customer-pages");
  return (
    <DataTable
      caption={t("rolesPage.rights")}
      columns={[
        { key: "right", label: t("rolesPage.right"), width: "xxl" },
        ...roles.map(({ id, name }) => ({ key: id, label: name, width: "lg" as const })),
      ]}
    >
      {table.map(({ right, held }) => (
        <tr key={right}>
          <th scope="row">{right}</th>
          {held.map((isHeld, index) => (
            // As a card the row names who may alone: with all who may not it is a screen for each right.
            <td
              key={roles[index]?.id}
              data-label={roles[index]?.name}
              className={isHeld ? "" : "max-md:hidden!"}
            >
              <span aria-hidden="true">{isHeld ? "✓" : "–"}</span>
              <span className="sr-only">{` ${t(isHeld ? "yes" : "no")}`}</span>
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
