import type { FieldValues, Path, PathValue } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { FormOf } from "../../kit/form.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import { PasswordStrength, type TypedValues } from "./password-strength.tsx";

/** The fields for a new password and its repetition (`password`, `confirm_password`), with its strength. */
export function NewPasswordFields<V extends FieldValues & { password: string; confirm_password: string }>({
  form: { field, watch, formState },
  label,
  otherValues = {},
}: {
  form: Pick<FormOf<V>, "field" | "watch" | "formState">;
  label: string;
  /** The name and address in the same form. A password that contains them is weak. */
  otherValues?: TypedValues;
}) {
  const { t } = useTranslation("auth");
  const [password, repeated] = ["password" as Path<V>, "confirm_password" as Path<V>];
  // The second password is not checked before the person has filled it in. An error text that disappears when
  // the field loses the focus would move the button away from under the finger.
  const revalidationOptions = Object.hasOwn(formState.touchedFields, repeated) ? { deps: repeated } : {};
  const passwordField = field(password, revalidationOptions);
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
          password={watch(password) satisfies PathValue<V, Path<V>>}
          otherValues={otherValues}
        />
      </div>
      <PasswordField
        {...field(repeated)}
        label={t("confirmPassword")}
        toggleLabel={t("showPassword")}
        autoComplete="new-password"
      />
    </>
  );
}
