import { useState } from "react";
import type { TextField } from "#app/components/field-props.ts";
import { InputField } from "#app/components/form-controls.tsx";
import { type PasswordStrength, passwordStrength } from "#app/lib/password-strength.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";

const kindOf = { invalid: "danger", weak: "danger", average: "warning", strong: "success" } as const;

/**
 * A new password with its strength while typing (product 5.3). Without scripts the rule is shown, and the
 * server's answer checks it.
 */
export function PasswordField({
  field,
  label,
  userName,
}: {
  field: TextField;
  label: string;
  userName: string;
}) {
  const { t } = useText("auth");
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  return (
    <div className="flex flex-col gap-1">
      <InputField
        field={field}
        label={label}
        hint={t("password.rules")}
        type="password"
        autoComplete="new-password"
        onChange={(event) =>
          setStrength(
            event.currentTarget.value ? passwordStrength(event.currentTarget.value, userName) : null,
          )
        }
      />
      <p aria-live="polite" className="min-h-5 text-xs text-quiet">
        {strength ? (
          <>
            {t("password.strength")} <Badge kind={kindOf[strength]}>{t(`password.level.${strength}`)}</Badge>
          </>
        ) : null}
      </p>
    </div>
  );
}
