import { changePassword } from "@kakehashi/contract/auth";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { queryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { CurrentPassword } from "../auth/current-password.tsx";
import { NewPassword } from "../auth/new-password.tsx";
import styles from "./settings.module.css";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.changePassword.body);

export function ChangePassword({ email }: { email: string }) {
  const { t, i18n } = useTranslation("account");
  const textOf = useErrorText();
  const form = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { current_password: "", password: "", confirm_password: "" },
  });
  const { handleSubmit, setError, reset, formState } = form;
  const { errors, isSubmitting } = formState;
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
      <CurrentPassword form={form} email={email} />
      <NewPassword form={form} label={t("newPassword")} />
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
