import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import { PasswordStrength, type Typed } from "./password-strength.tsx";

/** The fields for a new password and its repetition (`password`, `confirm_password`), with its strength. */
export function NewPassword<V extends FieldValues & { password: string; confirm_password: string }>({
  form: { register, watch, formState },
  label,
  beside = {},
}: {
  form: Pick<UseFormReturn<V>, "register" | "watch" | "formState">;
  label: string;
  /** The name and address in the same form. They make a weak password. */
  beside?: Typed;
}) {
  const { t } = useTranslation("auth");
  const [password, repeated] = ["password" as Path<V>, "confirm_password" as Path<V>];
  const { errors, touchedFields } = formState;
  const textOf = (field: "password" | "confirm_password") => errors[field]?.message as string | undefined;
  // Do not validate the second password before it was visited: an error text that disappears would move the button
  // while it is pressed.
  const checkedWith = Object.hasOwn(touchedFields, repeated) ? { deps: repeated } : {};
  return (
    <>
      <div>
        <PasswordField
          {...register(password, checkedWith)}
          label={label}
          description={textOf("password") ? undefined : t("passwordHint")}
          error={textOf("password")}
          toggleLabel={t("showPassword")}
          autoComplete="new-password"
        />
        <PasswordStrength password={watch(password) satisfies PathValue<V, Path<V>>} beside={beside} />
      </div>
      <PasswordField
        {...register(repeated)}
        label={t("confirmPassword")}
        error={textOf("confirm_password")}
        toggleLabel={t("showPassword")}
        autoComplete="new-password"
      />
    </>
  );
}
