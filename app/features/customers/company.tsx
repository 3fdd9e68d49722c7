import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { CompanyView } from "./company.server.ts";
import { Departments } from "./departments.tsx";
import { answerTo, type Choices, FactFields, FormHead, fieldsOf } from "./form-fields.tsx";
import type { CustomerReply } from "./reply.server.ts";

export interface CompanyProps {
  view: CompanyView;
  countries: Choices;
  requestId: string;
  answer: CustomerReply | undefined;
}

/** Pages about the company, in the order in which they are offered: a further page of a company adds its link here. */
export function CompanyLinks({ id }: { id: string }) {
  const { t } = useText("customer-pages");
  const links = [
    ["members", href("/freightForwarder/customerMembers/:id", { id })],
    ["roles", href("/freightForwarder/customerRoles/:id", { id })],
    ["look", href("/freightForwarder/customer/:id/look", { id })],
  ] as const;
  return (
    <nav aria-label={t("pagesOfCompany")} className="flex flex-wrap gap-2">
      {links.map(([name, path]) => (
        <ButtonLink key={name} to={path}>
          {t(name)}
        </ButtonLink>
      ))}
    </nav>
  );
}

/** A customer company: what it is, what it has been given, its departments, and what was done to it. */
export function Company(props: CompanyProps) {
  const { t } = useText("customer-pages");
  const { view } = props;
  return (
    <>
      <Alert kind={view.isClosed ? "warning" : "info"} className="wrap-anywhere">
        {timed(view.state)}
      </Alert>
      <Card className="flex flex-col gap-4">
        <Facts facts={view.facts.map(([label, text]) => [t(label), text || t("none")])} layout="grid" />
        <ChangeFacts {...props} />
        <CloseForm {...props} />
      </Card>
      <Access {...props} />
      <Departments {...props} />
      <OperationLog log={view.log} />
    </>
  );
}

function ChangeFacts({ view, countries, requestId, answer }: CompanyProps) {
  const { t } = useText("customer-pages");
  return (
    <Collapsible key={view.version} open={answer?.form === "facts"} summary={t("change")}>
      <PostForm requestId={requestId} answer={answerTo("facts", answer)} className="mt-3" noValidate>
        <FormHead form="facts" version={view.version} begun={view.fields} answer={answer} />
        <FactFields field={fieldsOf("facts", view.fields, answer)} countries={countries} />
        <p>
          <Button kind="primary" name="intent" value="facts">
            {t("save")}
          </Button>
        </p>
      </PostForm>
    </Collapsible>
  );
}

function CloseForm({ view, requestId, answer }: CompanyProps) {
  const { t } = useText("customer-pages");
  const form = view.isClosed ? "open" : "close";
  return (
    <Collapsible key={`${view.version} ${form}`} open={answer?.form === form} summary={t(`${form}.title`)}>
      <PostForm requestId={requestId} answer={answerTo(form, answer)} className="mt-3" noValidate>
        <FormHead form={form} version={view.version} answer={answer} />
        <p>{t(`${form}.text`)}</p>
        <TextAreaField field={fieldsOf(form, {}, answer)("reason")} label={t("reason")} isAlert />
        <p>
          <Button kind={view.isClosed ? "primary" : "danger"} name="intent" value={form}>
            {t(`${form}.press`)}
          </Button>
        </p>
      </PostForm>
    </Collapsible>
  );
}

function Access({ view, requestId, answer }: CompanyProps) {
  const { t } = useText("customer-pages");
  const own = answer?.form === "access" ? answer : undefined;
  return (
    <Section title={t("given.title")} layout="close">
      <PostForm key={view.version} requestId={requestId} answer={answerTo("access", answer)} layout="close">
        <FormHead form="access" version={view.version} begun={view.begunAccess} answer={answer} />
        <p className="text-quiet">{t("given.text")}</p>
        {view.access.map(({ code, isGiven }) => (
          <Checkbox
            key={code}
            isLong
            name="tick"
            value={code}
            defaultChecked={own ? own.ticked.includes(code) : isGiven}
          >
            <span className="font-medium">{t(`access.${code}`)}</span>{" "}
            <span className="block text-quiet">{t(`opens.${code}`)}</span>
          </Checkbox>
        ))}
        <p>
          <Button kind="primary" name="intent" value="access">
            {t("given.save")}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}
