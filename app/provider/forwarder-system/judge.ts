import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import type { JudgedRow } from "../shipment-desk/import-telling.ts";
import type { RecordFault } from "./record.ts";

export const stateOf = ({ state }: JudgedRow): "added" | "changed" | "unchanged" =>
  state === "added" || state === "changed" ? state : "unchanged";

/**
 * Judges in the language of the context, and where something is wrong in the others too.
 * @returns the rows, and why each is refused in all languages
 */
export async function judgeInBoth<Row extends JudgedRow>(
  context: CallerContext,
  judge: (context: CallerContext) => Promise<Row[]>,
): Promise<{ rows: Row[]; reasons: RecordFault[][] }> {
  const rows = await judge(context);
  if (rows.every(({ texts }) => texts.length === 0)) return { rows, reasons: rows.map(() => []) };
  const rowsByLanguage = new Map<Language, readonly JudgedRow[]>();
  for (const language of ["en", "zh"] as const)
    rowsByLanguage.set(
      language,
      language === context.language ? rows : await judge({ ...context, language }),
    );
  const reasons = rows.map(({ texts }, index) =>
    texts.map(({ column }, place): RecordFault => {
      const text = (language: Language) => rowsByLanguage.get(language)![index]!.texts[place]!.message;
      return { field: column, reason: { en: text("en"), zh: text("zh") } };
    }),
  );
  return { rows, reasons };
}
