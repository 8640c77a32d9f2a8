import type { FieldValues, Path, PathValue } from "react-hook-form";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import { type GuessablePasswordValues, PasswordStrength } from "./password-strength.tsx";

/**
 * The fields for a new password and its repetition (`password`, `confirm_password`). Also shows how strong the password
 * is.
 */
export function NewPasswordFields<V extends FieldValues & { password: string; confirm_password: string }>({
  form: { field, watch, formState },
  label,
  otherValues = {},
}: {
  form: Pick<FormOf<V>, "field" | "watch" | "formState">;
  label: string;
  /** The name and e-mail address typed in the same form. A password that contains one of them is weak. */
  otherValues?: GuessablePasswordValues;
}) {
  const { t } = useTranslation("auth");
  const [passwordName, repeatedPasswordName] = ["password" as Path<V>, "confirm_password" as Path<V>];
  // Check the repeated password again only if it has already been typed. Otherwise its error would appear too early,
  // and the button below would move when the error disappears.
  const revalidationOptions = Object.hasOwn(formState.touchedFields, repeatedPasswordName)
    ? { deps: repeatedPasswordName }
    : {};
  const passwordField = field(passwordName, revalidationOptions);
  return (
    <>
      <div>
        <PasswordField
          {...passwordField}
          label={label}
          description={passwordField.error ? undefined : t("passwordHint")}
          toggleLabel={t("showPassword")}
          autoComplete="new-password"
        />
        <PasswordStrength
          password={watch(passwordName) satisfies PathValue<V, Path<V>>}
          otherValues={otherValues}
        />
      </div>
      <PasswordField
        {...field(repeatedPasswordName)}
        label={t("confirmPassword")}
        toggleLabel={t("showPassword")}
        autoComplete="new-password"
      />
    </>
  );
}
