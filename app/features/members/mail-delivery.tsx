import { Form } from "react-router";
import { FactList } from "#app/components/fact-list.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { AddressView, loadDelivery } from "./mail-delivery.server.ts";

type View = Awaited<ReturnType<typeof loadDelivery>>;
type Answer = { fault: string; requestId: string | null } | undefined;

/** Whether mails of news have content. */
export function MailContent({ view, ...ids }: { view: View; fresh: string; answer: Answer }) {
  const { t } = useText("mail-delivery");
  return (
    <Card>
      {/* The key resets the box after it was saved. */}
      <Form key={String(view.isBare)} method="post" className="flex flex-col gap-3">
        <RequestId {...ids} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-lg font-semibold">{t("content")}</legend>
          <p className="text-quiet">{t("contentText")}</p>
          <label className="flex items-start gap-2">
            <input type="checkbox" name="isBare" defaultChecked={view.isBare} className="mt-1" />
            <span>{` ${t("bare")} `}</span>
          </label>
        </fieldset>
        <p>
          <Button>{t("save")}</Button>
        </p>
      </Form>
    </Card>
  );
}

/** Addresses that refuse mails, each with a button. */
export function FailingAddresses({ view, ...ids }: { view: View; fresh: string; answer: Answer }) {
  const { t } = useText("mail-delivery");
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{t("failing")}</h2>
      <p className="text-quiet">{t("failingText")}</p>
      {view.addresses.length > 0 ? (
        <Form method="post">
          <RequestId {...ids} />
          <ul>
            {view.addresses.map((address) => (
              <FailingLine key={address.email} address={address} />
            ))}
          </ul>
        </Form>
      ) : (
        <p>{t("noneText")}</p>
      )}
      {view.more ? <p className="text-quiet">{view.more}</p> : null}
    </Card>
  );
}

function FailingLine({ address }: { address: AddressView }) {
  const { t } = useText("mail-delivery");
  const { email, name, href, blocked, facts } = address;
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-medium wrap-anywhere">{`${email} `}</strong>
        {blocked ? <Badge kind="danger">{blocked}</Badge> : null}
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
