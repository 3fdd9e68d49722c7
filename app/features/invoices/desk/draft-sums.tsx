import { useEffect, useRef, useState } from "react";
import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { CheckView } from "./draft-check.server.ts";

interface Shown {
  net: string;
  tax: string;
  total: string;
}

/**
 * The sums as they were counted on the server, and with scripts as they become while somebody types. The total that stands here
 * goes along with the form: another one is not issued.
 */
export function DraftSums({ check, rows }: { check: CheckView | null; rows: number }) {
  const { t, i18n } = useText("invoice-desk");
  const place = useRef<HTMLDivElement>(null);
  const live = useLiveSums(place, i18n.language === "zh" ? "zh" : "en", rows);
  const total = live?.plain ?? check?.total ?? "";
  return (
    <Section title={t("section.sums")}>
      <div ref={place} className="max-w-md" aria-live="polite">
        <input type="hidden" name="seenTotal" value={total} />
        <Facts
          layout="sums"
          facts={(["net", "tax", "total"] as const).map((key) => {
            const sum = live?.shown[key] ?? check?.sums[key] ?? "–";
            return {
              label: t(`sum.${key}`),
              value: key === "total" ? <span className="font-semibold">{sum}</span> : sum,
            };
          })}
        />
      </div>
    </Section>
  );
}

const LINE = /^lines\[(\d+)\]\.(quantity|unitPrice|discountPercent|taxPercent)$/;

/** Null until something is typed, and while what is typed cannot be counted. */
function useLiveSums(place: React.RefObject<HTMLDivElement | null>, language: "en" | "zh", rows: number) {
  const [sums, setSums] = useState<{ plain: string; shown: Shown } | null>(null);
  const known = useRef(rows);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const count = async () => {
      const [{ sumInvoice }, { parseDecimal }, { formatMoney }] = await Promise.all([
        import("#app/lib/invoice-sum.ts"),
        import("#app/lib/decimal.ts"),
        import("#app/lib/money.ts"),
      ]);
      const fields = new FormData(form);
      const currency = String(fields.get("currency")).trim().toUpperCase();
      const lines: Record<string, string>[] = [];
      for (const [name, value] of fields) {
        const [, index, key] = LINE.exec(name) ?? [];
        if (index === undefined || key === undefined) continue;
        const number = parseDecimal(value);
        if (number === null || !/^[A-Z]{3}$/.test(currency)) return setSums(null);
        lines[Number(index)] = { ...lines[Number(index)], [key]: number };
      }
      const rounding = fields.get("rounding") === "DOCUMENT" ? "DOCUMENT" : "LINE";
      const { net, tax, total } = sumInvoice(lines.filter(Boolean) as never, { rounding, currency });
      const money = (amount: string) => formatMoney(amount, currency, language) ?? amount;
      setSums({ plain: total, shown: { net: money(net), tax: money(tax), total: money(total) } });
    };
    const listen = () => void count().catch(() => setSums(null));
    form.addEventListener("input", listen);
    // A charge that was added or taken away.
    if (known.current !== rows) listen();
    known.current = rows;
    return () => form.removeEventListener("input", listen);
  }, [place, language, rows]);
  return sums;
}
