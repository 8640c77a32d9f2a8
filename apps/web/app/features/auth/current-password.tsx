import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { PasswordField } from "../../kit/ui/text-field.tsx";

/**
 * The password that one has, as `current_password`, for what asks for it once more. The address beside it is for the
 * password manager alone: it tells whose password to offer.
 */
export function CurrentPassword<V extends FieldValues & { current_password: string }>({
  form: { register, formState },
  email,
  autoFocus = false,
}: {
  form: Pick<UseFormReturn<V>, "register" | "formState">;
  email: string;
  /** The first thing to fill in where a dialog opens. */
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
        {...register("current_password" as Path<V>)}
        label={t("currentPassword")}
        error={formState.errors.current_password?.message as string | undefined}
        toggleLabel={t("auth:showPassword")}
        autoComplete="current-password"
        data-autofocus={autoFocus || undefined}
      />
    </>
  );
}
