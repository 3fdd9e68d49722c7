import { href } from "react-router";
import { Begun, BegunChoice } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { LookReply, LookView, Typed } from "./brand.server.ts";

interface Props {
  view: LookView;
  requestId: string;
  answer: LookReply | undefined;
}

/** The look of a customer's portal: its fields, logos, pages, and who changed what. */
export function LookPage(props: Props) {
  const { t } = useText("brand-page");
  const { view } = props;
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p className="text-quiet">{t("lead")}</p>
      {view.page ? (
        <PageForm {...props} page={view.page} />
      ) : (
        <>
          <LookForm {...props} />
          <Logos view={view} />
          <Pages view={view} />
          <Record view={view} />
        </>
      )}
    </div>
  );
}

/** A field with what was typed, or what is stored. */
function fieldsOf(stored: Typed, answer: LookReply | undefined, isOwn: (intent: string) => boolean) {
  const own = answer && isOwn(answer.intent) ? answer : undefined;
  // The header has an element of the id `menu`.
  return (name: string) =>
    answeredField({
      id: `look-${name}`,
      name,
      value: own?.typed[name] ?? stored[name] ?? "",
      fault: own?.faults[name],
    });
}

function LookForm({ view, requestId, answer }: Props) {
  const { t } = useText("brand-page");
  const field = fieldsOf(view.fields, answer, (intent) => intent === "look");
  const { sample } = view;
  return (
    <Section title={t("look")}>
      <PostForm key={view.version} requestId={requestId} answer={answer}>
        <Begun fields={view.fields} version={view.version} answer={answer} />
        {answer?.conflict ? <BegunChoice conflict={answer.conflict} intent="look" /> : null}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <InputField field={field("nameEn")} label={t("nameEn")} isAlert />
          <InputField field={field("nameZh")} label={t("nameZh")} isAlert />
        </div>
        <InputField
          field={field("color")}
          label={t("color")}
          hint={t("colorHint", { example: "#0b5cad" })}
          isAlert
        />
        <div className="flex flex-wrap items-center gap-3">
          <svg viewBox="0 0 96 32" width="96" height="32" role="img" aria-label={t("sample")}>
            <rect width="96" height="32" rx="8" fill={sample.color} />
            <text x="48" y="21" fontSize="14" textAnchor="middle" fill={sample.on}>
              {t("sample")}
            </text>
          </svg>
          <p className="min-w-0 flex-1 text-xs text-quiet">{sample.texts.join(" ")}</p>
        </div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <InputField
            field={field("senderName")}
            label={t("senderName")}
            hint={t("senderNameHint")}
            isAlert
          />
          <InputField
            field={field("senderAddress")}
            label={t("senderAddress")}
            hint={view.domains}
            type="email"
            isAlert
          />
        </div>
        <InputField
          field={field("host")}
          label={t("host")}
          hint={t("hostHint", { example: "freight.example.com" })}
          isAlert
        />
        <p>
          <Button kind="primary" name="intent" value="look">
            {t("save")}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}

function Logos({ view }: { view: LookView }) {
  const { t } = useText("brand-page");
  return (
    <Section title={t("logos")} layout="close">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {view.logos.map(({ scheme, picture, href }) => (
          <section key={scheme} className="flex flex-col items-start gap-2">
            <h3 className="font-medium">{t(scheme)}</h3>
            {picture ? (
              <img src={picture} alt="" className="logo" />
            ) : (
              <p className="text-quiet">{t(scheme === "dark" ? "darkHint" : "noLogo")}</p>
            )}
            <ButtonLink to={href}>{t(`changeLogo.${scheme}`)}</ButtonLink>
          </section>
        ))}
      </div>
    </Section>
  );
}

const columns = [
  ["title", "lg"],
  ["path", "lg"],
  ["menu", "md"],
  ["address", "xxl"],
] as const;

function Pages({ view }: { view: LookView }) {
  const { t } = useText("brand-page");
  const heads = columns.map(([key, width]) => ({ key, width, label: t(`page.${key}`) }));
  return (
    <Section title={t("pages")} layout="close" isPlain>
      <p className="text-quiet">{t("pagesText")}</p>
      {view.pages.length === 0 ? (
        <EmptyState title={t("noPages")} text={t("page.addressHint", { scheme: "https" })} />
      ) : (
        <DataTable
          caption={t("pages")}
          columns={[...heads, { key: "change", width: "sm", label: t("changePage") }]}
        >
          {view.pages.map(({ id, cells: [title, ...others], href }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              {others.map((cell, index) => (
                <td
                  key={heads[index + 1]!.key}
                  data-label={heads[index + 1]!.label}
                  className="wrap-anywhere"
                >
                  {cell}
                </td>
              ))}
              <td data-label={t("changePage")}>
                <Link to={href} className="text-link underline" aria-label={`${t("changePage")} ${title}`}>
                  {t("changePage")}
                </Link>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <p>
        <ButtonLink to={view.addHref}>{t("addPage")}</ButtonLink>
      </p>
    </Section>
  );
}

function PageForm({ view, page, requestId, answer }: Props & { page: { id: string | null; fields: Typed } }) {
  const { t } = useText("brand-page");
  const field = fieldsOf(page.fields, answer, (intent) => intent === "page");
  return (
    <Section title={t(page.id ? "editPage" : "addPage")}>
      <PostForm key={view.version} requestId={requestId} answer={answer}>
        <input type="hidden" name="version" value={view.version} />
        <input type="hidden" name="id" value={page.id ?? ""} />
        {page.id ? <Begun fields={page.fields} version={view.version} answer={answer} /> : null}
        {answer?.conflict ? <BegunChoice conflict={answer.conflict} intent="page" /> : null}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <InputField field={field("titleEn")} label={t("page.titleEn")} isAlert required />
          <InputField field={field("titleZh")} label={t("page.titleZh")} isAlert required />
          <InputField
            field={field("path")}
            label={t("page.path")}
            hint={t("page.pathHint", {
              example: "rates",
              address: href("/external/:page", { page: "rates" }),
            })}
            isAlert
            required
          />
          <SelectField field={field("menu")} label={t("page.menu")} choices={view.menus} />
        </div>
        <InputField
          field={field("address")}
          label={t("page.address")}
          hint={t("page.addressHint", { scheme: "https" })}
          isAlert
          required
        />
        <InputField field={field("place")} label={t("page.place")} inputMode="numeric" isAlert required />
        <Actions>
          <Button kind="primary" name="intent" value="page">
            {t("savePage")}
          </Button>
          {page.id ? (
            <Button name="intent" value="remove" formNoValidate>
              {t("removePage")}
            </Button>
          ) : null}
          <ButtonLink to={view.base}>{t("cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Section>
  );
}

function Record({ view }: { view: LookView }) {
  const { t } = useText("brand-page");
  return (
    <Section title={t("record")} layout="close">
      {view.record.length === 0 ? <p className="text-quiet">{t("noRecord")}</p> : null}
      <ul className="flex flex-col gap-2">
        {view.record.map(({ key, text, changes }) => (
          <li key={key} className="wrap-anywhere">
            {timed(text)}{" "}
            {changes.length > 0 ? (
              <ul className="list-disc ps-5 text-xs text-quiet">
                {changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
