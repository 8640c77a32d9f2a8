import { changePassword } from "@kakehashi/contract/auth";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { CurrentPasswordField } from "../auth/current-password.tsx";
import { NewPasswordFields } from "../auth/new-password.tsx";
import styles from "./settings.module.css";

const loadChangePasswordSchema = () =>
  import("@kakehashi/contract/schemas/auth").then((auth) => auth.changePassword.body);

export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation("account");
  const form = useForm({
    schema: loadChangePasswordSchema,
    values: { current_password: "", password: "", confirm_password: "" },
    async send(body) {
      await call(changePassword, { body });
      form.reset();
      toast(t("passwordChanged"));
      await getQueryClient().invalidateQueries({ queryKey: ["sessions"] });
    },
  });
  return (
    <Form
      form={form}
      className={styles.form}
      actions={
        <div>
          <Button type="submit" kind="primary" loading={form.isSubmitting}>
            {t("changePassword")}
          </Button>
        </div>
      }
    >
      <CurrentPasswordField form={form} email={email} />
      <NewPasswordFields form={form} label={t("newPassword")} />
    </Form>
  );
}
