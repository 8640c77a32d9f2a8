import type { FieldValues, Path } from "react-hook-form";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";

/**
 * The field for the current password. The form also has a hidden field with the e-mail address, which tells the
 * password manager which password to offer.
 */
export function CurrentPasswordField<V extends FieldValues & { current_password: string }>({
  form: { field },
  email,
  autoFocus = false,
}: {
  form: Pick<FormOf<V>, "field">;
  email: string;
  /** Whether the password field gets the focus when the dialog opens. */
  autoFocus?: boolean;
}) {
  const { t } = useTranslation(["account", "auth"]);
  return (
    <>
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        {...field("current_password" as Path<V>)}
        label={t("currentPassword")}
        toggleLabel={t("auth:showPassword")}
        autoComplete="current-password"
        data-autofocus={autoFocus || undefined}
      />
    </>
  );
}
