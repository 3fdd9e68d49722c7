import { FactList } from "#app/components/fact-list.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import type { AddressView, loadDelivery } from "./mail-delivery.server.ts";

type View = Awaited<ReturnType<typeof loadDelivery>>;
type Answer = { fault: string; requestId: string | null } | undefined;

/** Whether mails of news have content. */
export function MailContent({ view, ...ids }: { view: View; requestId: string; answer: Answer }) {
  const { t } = useText("mail-delivery");
  return (
    <Card>
      {/* The key resets the box after it was saved. */}
      <PostForm key={String(view.isBare)} {...ids} layout="close">
        <FieldSet kind="section" legend={t("content")} className="flex flex-col gap-2">
          <p className="text-quiet">{t("contentText")}</p>
          <Checkbox isLong name="isBare" defaultChecked={view.isBare}>
            {t("bare")}
          </Checkbox>
        </FieldSet>
        <p>
          <Button>{t("save")}</Button>
        </p>
      </PostForm>
    </Card>
  );
}

/** Addresses that refuse mails, each with a button. */
export function FailingAddresses({ view, ...ids }: { view: View; requestId: string; answer: Answer }) {
  const { t } = useText("mail-delivery");
  return (
    <Section title={t("failing")} layout="close">
      <p className="text-quiet">{t("failingText")}</p>
      {view.addresses.length > 0 ? (
        <PostForm {...ids} layout="plain">
          <ul>
            {view.addresses.map((address) => (
              <FailingLine key={address.email} address={address} />
            ))}
          </ul>
        </PostForm>
      ) : (
        <p>{t("noneText")}</p>
      )}
      {view.more ? <p className="text-quiet">{view.more}</p> : null}
    </Section>
  );
}

function FailingLine({ address }: { address: AddressView }) {
  const { t } = useText("mail-delivery");
  const { email, name, href, blocked, facts } = address;
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-medium wrap-anywhere">{`${email} `}</strong>
        {blocked ? <Badge kind="danger">{timed(blocked)}</Badge> : null}
      </p>
      <p className="wrap-anywhere">
        {href ? (
          <Link to={href} className="text-link underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <FactList facts={facts} />
      <p>
        <Button
          name="lift"
          value={email}
          size="small"
          aria-label={t(blocked ? "liftNamed" : "forgetNamed", { email })}
        >
          {t(blocked ? "lift" : "forget")}
        </Button>
      </p>
    </li>
  );
}
