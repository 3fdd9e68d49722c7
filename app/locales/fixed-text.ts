import type { i18n, TFunction } from "i18next";

/**
 * Texts of an i18n instance whose language and texts never change, as on the server: a text without values is
 * looked up once per process.
 * @param namespace for keys without a namespace; the default namespace if absent
 */
export function fixedText(instance: i18n, namespace: string | undefined): TFunction {
  const made = known.get(instance) ?? new Map<string | undefined, TFunction>();
  known.set(instance, made);
  const before = made.get(namespace);
  if (before) return before;
  const full = (namespace
    ? instance.getFixedT(instance.language, namespace as "shell")
    : instance.t) as unknown as Text;
  const texts = new Map<unknown, unknown>();
  const t: Text = (key, ...values) => {
    if (values.length > 0) return full(key, ...values);
    const kept = texts.get(key);
    if (kept !== undefined) return kept;
    const text = full(key);
    // Keys may contain the provider's codes, so their number is not limited by the texts. A missing text may
    // come later.
    if (texts.size < KEPT_TEXTS && text !== key) texts.set(key, text);
    return text;
  };
  made.set(namespace, t as unknown as TFunction);
  return t as unknown as TFunction;
}

const KEPT_TEXTS = 5_000;

type Text = (key: unknown, ...values: unknown[]) => unknown;

const known = new WeakMap<i18n, Map<string | undefined, TFunction>>();
