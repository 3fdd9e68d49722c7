import { useText } from "#app/locales/use-text.ts";
import { Title } from "./page/head.tsx";
import { useRootData } from "./root-data.ts";

/** The frame of an error page: what happened, what to do, the number to report, and at its end what can be pressed. */
export function TroubleFrame({
  title,
  text,
  number,
  note,
  children,
}: {
  title: string;
  text: string;
  number: string | null | undefined;
  /** Between the number and the buttons. */
  note?: React.ReactNode;
  children: React.ReactNode;
}) {
  const { t } = useText("errors");
  const { product } = useRootData();
  return (
    <div role="alert" className="mx-auto my-8 max-w-text rounded-lg border border-line bg-card p-6">
      <title>{`${title} · ${product}`}</title>
      <Title title={title} lead={text} />
      {number ? (
        <p data-request={number} className="mt-2 text-sm text-quiet">
          {t("requestId", { id: number })}
        </p>
      ) : null}
      {note}
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
