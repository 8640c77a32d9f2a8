import type { confirmSignUp } from "@kakehashi/contract/auth";
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { z } from "zod";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import styles from "./form.module.css";
import { NewPasswordFields } from "./new-password.tsx";
import { nextPageFor } from "./next-page.ts";
import { confirmEmailAddress } from "./session.ts";

const loadConfirmSignUpSchema = () =>
  import("@kakehashi/contract/schemas/auth").then((auth) => auth.confirmSignUp.body);

type ConfirmBody = z.input<typeof confirmSignUp.body>;
type SignUpBody = z.output<typeof confirmSignUp.body>;
/** The values of the request body that have no field in the form, such as the token from the mailed link. */
const valuesWithoutField = ["token"] as const;
/**
 * The error codes that mean that the link has become invalid since the form was opened. The page then explains this.
 */
const deadLinkCodes = new Set(["AUTH.CONFIRMED", "AUTH.LINK", "AUTH.LINK_EXPIRED"]);

/**
 * The form that confirms a new account. It asks for the password that was typed at the sign-up, or for a new one.
 * Afterwards the person is signed in.
 */
export function ConfirmSignUpForm({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const [usesNewPassword, setUsesNewPassword] = useState(false);
  return (
    <>
      <DocumentTitle>{t("confirmTitle")}</DocumentTitle>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("confirmTitle")}</h1>
        <p className={styles.note}>{t(usesNewPassword ? "confirmNewNote" : "confirmNote")}</p>
      </header>
      {usesNewPassword ? <ConfirmWithNewPassword token={token} /> : <ConfirmWithPassword token={token} />}
      <p className={styles.aside}>
        <Button onClick={() => setUsesNewPassword(!usesNewPassword)}>
          {t(usesNewPassword ? "confirmWithFirst" : "confirmWithNew")}
        </Button>
      </p>
    </>
  );
}

function ConfirmWithPassword({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const form = useForm<ConfirmBody, SignUpBody>({
    schema: loadConfirmSignUpSchema,
    namesWithoutField: valuesWithoutField,
    values: { token, password: "" },
    ...useConfirmationHandlers(),
  });
  return (
    <Form form={form} actions={<SendButton busy={form.isSubmitting} />}>
      <PasswordField
        {...form.field("password")}
        label={t("password")}
        toggleLabel={t("showPassword")}
        autoComplete="current-password"
      />
    </Form>
  );
}

function ConfirmWithNewPassword({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const form = useForm({
    schema: loadConfirmSignUpSchema,
    namesWithoutField: valuesWithoutField,
    values: { token, password: "", confirm_password: "" },
    toBody: (values): ConfirmBody => values,
    ...useConfirmationHandlers(),
  });
  return (
    <Form form={form} actions={<SendButton busy={form.isSubmitting} />}>
      <NewPasswordFields form={form} label={t("password")} />
    </Form>
  );
}

function SendButton({ busy }: { busy: boolean }) {
  const { t } = useTranslation("auth");
  return (
    <Button type="submit" kind="primary" size="md" fullWidth loading={busy}>
      {t("confirmAction")}
    </Button>
  );
}

function useConfirmationHandlers() {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return {
    async send(body: SignUpBody) {
      const account = await confirmEmailAddress(body);
      toast(t("confirmedTitle"));
      await navigate(nextPageFor(account, null), { replace: true });
    },
    async onRefused(error: unknown) {
      const isLinkDead = error instanceof ApiError && deadLinkCodes.has(error.code);
      if (isLinkDead) await revalidate();
      return isLinkDead;
    },
  };
}
