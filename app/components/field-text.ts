import { useText } from "#app/locales/use-text.ts";

/** A message of a schema is a key (`auth:signIn.userNameEmpty`); what the provider says is a text already. */
export function useFieldText(): (message: string) => string {
  const { t, i18n } = useText();
  return (message) => (i18n.exists(message) ? (t as (key: string) => string)(message) : message);
}
