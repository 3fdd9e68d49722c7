import { useText } from "#app/locales/use-text.ts";

/** Schema messages are keys (`auth:signIn.userNameEmpty`); the provider's are texts already. */
export function useFieldText(): (message: string) => string {
  const { t, i18n } = useText();
  return (message) => (i18n.exists(message) ? (t as (key: string) => string)(message) : message);
}
