import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { CompanyView } from "./company.server.ts";
import { answerTo, FormHead, fieldsOf } from "./form-fields.tsx";
import type { CustomerReply } from "./reply.server.ts";

interface Props {
  view: CompanyView;
  requestId: string;
  answer: CustomerReply | undefined;
}

/** Departments of a company: added, renamed, and removed while nobody is in them. */
export function Departments(props: Props) {
  const { t } = useText("customer-pages");
  const { view } = props;
  return (
    <Section title={t("departments.title")} layout="close">
      {view.departments.length === 0 ? <p className="text-quiet">{t("departments.none")}</p> : null}
      <ul>
        {view.departments.map((department) => (
          <li key={`${department.id} ${view.version}`} className="border-b border-line py-1">
            <Department department={department} {...props} />
          </li>
        ))}
      </ul>
      <AddDepartment {...props} />
    </Section>
  );
}

function Department({
  department: { id, name, path, people, isEmpty },
  view,
  requestId,
  answer,
}: Props & { department: CompanyView["departments"][number] }) {
  const { t } = useText("customer-pages");
  const rename = `rename-${id}`;
  const remove = `remove-${id}`;
  const isOpen = answer?.form === rename || answer?.form === remove;
  return (
    <details open={isOpen}>
      <summary className="wrap-anywhere py-1">
        {`${path} `} <span className="text-quiet">{`${people} `}</span>
        <span className="text-link underline">{t("departments.change")}</span>
      </summary>
      <PostForm
        requestId={requestId}
        answer={answerTo(answer?.form === remove ? remove : rename, answer)}
        layout="close"
        className="mt-2 pb-2"
        noValidate
      >
        <FormHead
          form={answer?.form === remove ? remove : rename}
          version={view.version}
          begun={{ name }}
          answer={answer}
        />
        <InputField
          field={fieldsOf(rename, { name }, answer)("name")}
          label={t("departments.name")}
          isAlert
          autoComplete="off"
        />
        <Actions>
          <Button name="intent" value={rename}>
            {t("departments.rename")}
          </Button>
          {isEmpty ? (
            <Button kind="danger" name="intent" value={remove}>
              {t("departments.remove")}
            </Button>
          ) : null}
        </Actions>
      </PostForm>
    </details>
  );
}

function AddDepartment({ view, requestId, answer }: Props) {
  const { t } = useText("customer-pages");
  const field = fieldsOf("add", {}, answer);
  return (
    <Collapsible key={view.version} open={answer?.form === "add"} summary={t("departments.add")}>
      <PostForm
        requestId={requestId}
        answer={answerTo("add", answer)}
        layout="close"
        className="mt-2"
        noValidate
      >
        <FormHead form="add" version={view.version} answer={answer} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <InputField field={field("name")} label={t("departments.name")} isAlert autoComplete="off" />
          <SelectField
            field={field("above")}
            label={t("departments.above")}
            choices={[
              ["", t("departments.top")],
              ...view.departments.map(({ id, path }) => [id, path] as const),
            ]}
          />
        </div>
        <p>
          <Button kind="primary" name="intent" value="add">
            {t("departments.add")}
          </Button>
        </p>
      </PostForm>
    </Collapsible>
  );
}
