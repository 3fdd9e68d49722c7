import type { Viewer } from "#app/components/moment.server.ts";
import type { ReportedReason } from "#app/lib/milestones/chain.ts";
import texts from "#app/locales/en/milestones.ts";

type Words = Pick<Viewer, "t" | "language">;

/** A reported reason in words: that of its code, an unknown code as it is, and the sender's remark. */
export function reasonText(reason: ReportedReason | null, { t, language }: Words): string | null {
  if (!reason) return null;
  const { code, remark } = reason;
  const words = code !== null && isReasonCode(code) ? t(`milestones:reason.${code}`) : code;
  return [words, remark && remarkText(remark, language, t)].filter(Boolean).join(" · ") || null;
}

const BRIEF_REMARK = 80;

/** The same for a line of a list: the words of a known code, else what fits of the remark. */
export function briefReason(reason: ReportedReason | null | undefined, words: Words): string | null {
  if (!reason) return null;
  const { code, remark } = reason;
  if (code !== null && isReasonCode(code)) return reasonText({ code, remark: null }, words);
  const characters = [...(remark ?? "")];
  const isLong = characters.length > BRIEF_REMARK;
  const brief = isLong ? `${characters.slice(0, BRIEF_REMARK).join("")}…` : remark;
  return reasonText({ code, remark: brief }, words);
}

/**
 * A sender's remark is shown as written; in another language than the reader's it is labelled as original.
 */
function remarkText(remark: string, language: Viewer["language"], t: Viewer["t"]): string {
  const isChinese = /\p{Script=Han}/u.test(remark);
  return isChinese === (language === "zh") ? remark : t("milestones:original", { text: remark });
}

type ReasonCode = keyof typeof texts.reason;
const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(texts.reason, code);
