import { useText } from "#app/locales/use-text.ts";

/** Message of a schema for a text of more characters. */
export const tooLong = (max: number): string => `shell:form.tooLong?max=${max}`;

/** Schema messages are keys (`auth:signIn.userNameEmpty`), with values as `tooLong` writes them; the provider's are texts. */
export function useFieldText(): (message: string) => string {
  const { t, i18n } = useText();
  return (message) => {
    const [key = "", values] = message.split("?");
    if (!i18n.exists(key)) return message;
    return (t as (key: string, values: object) => string)(
      key,
      Object.fromEntries(new URLSearchParams(values)),
    );
  };
}
