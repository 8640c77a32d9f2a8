import { changePassword } from "@kakehashi/contract/auth";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { queryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { PasswordStrength } from "../auth/password-strength.tsx";
import styles from "./settings.module.css";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.changePassword.body);

export function ChangePassword({ email }: { email: string }) {
  const { t, i18n } = useTranslation(["account", "auth"]);
  const textOf = useErrorText();
  const { register, handleSubmit, setError, reset, watch, formState } = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { current_password: "", password: "", confirm_password: "" },
  });
  // Before its turn the second password is not complained about: a text that goes as one leaves the field would move
  // the button from under the finger.
  const { errors, isSubmitting, touchedFields } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await call(changePassword, { body });
      reset();
      toast(t("passwordChanged"));
      await queryClient().invalidateQueries({ queryKey: ["sessions"] });
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
        {...register("current_password")}
        label={t("currentPassword")}
        error={errors.current_password?.message}
        toggleLabel={t("auth:showPassword")}
        autoComplete="current-password"
      />
      <div>
        <PasswordField
          {...register("password", touchedFields.confirm_password ? { deps: "confirm_password" } : {})}
          label={t("newPassword")}
          description={errors.password ? undefined : t("auth:passwordHint")}
          error={errors.password?.message}
          toggleLabel={t("auth:showPassword")}
          autoComplete="new-password"
        />
        <PasswordStrength password={watch("password")} />
      </div>
      <PasswordField
        {...register("confirm_password")}
        label={t("auth:confirmPassword")}
        error={errors.confirm_password?.message}
        toggleLabel={t("auth:showPassword")}
        autoComplete="new-password"
      />
      {errors.root && (
        <p className={styles.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <div>
        <Button type="submit" loading={isSubmitting}>
          {t("changePassword")}
        </Button>
      </div>
    </form>
  );
}
