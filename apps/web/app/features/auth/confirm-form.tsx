import type { confirmSignUp } from "@kakehashi/contract/auth";
import { useState } from "react";
import { type FieldValues, type UseFormSetError, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate, useRevalidator } from "react-router";
import type { z } from "zod";
import { ApiError } from "../../kit/api-error.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import styles from "./form.module.css";
import { NewPassword } from "./new-password.tsx";
import { nextChoice } from "./next-choice.ts";
import { confirmAddress } from "./session.ts";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.confirmSignUp.body);

type Body = z.input<typeof confirmSignUp.body>;
type NewBody = { token: string; password: string; confirm_password: string };
type Output = z.output<typeof confirmSignUp.body>;
/** The same schema, but this form always has the optional field. */
const newSchema = schema as unknown as () => Promise<z.ZodType<Output, NewBody>>;
/** Errors of a link that became invalid while the form was open. The page explains them. */
const linkGone = new Set(["AUTH.CONFIRMED", "AUTH.LINK", "AUTH.LINK_EXPIRED"]);

/** Asks for the password of the sign-up or for a new one, and signs in. */
export function ConfirmForm({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageTitle>{t("confirmTitle")}</PageTitle>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("confirmTitle")}</h1>
        <p className={styles.note}>{t(isNew ? "confirmNewNote" : "confirmNote")}</p>
      </header>
      {isNew ? <WithNewPassword token={token} /> : <WithPassword token={token} />}
      <p className={styles.aside}>
        <Button onClick={() => setNew(!isNew)}>{t(isNew ? "confirmWithFirst" : "confirmWithNew")}</Button>
      </p>
    </>
  );
}

function WithPassword({ token }: { token: string }) {
  const { t, i18n } = useTranslation("auth");
  const form = useForm<Body, unknown, Output>({
    resolver: checkedBy<Body, Output>(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { token, password: "" },
  });
  const submit = useConfirm(form.setError);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className={styles.form} method="post" onSubmit={form.handleSubmit(submit)} noValidate>
      <PasswordField
        {...form.register("password")}
        label={t("password")}
        error={errors.password?.message}
        toggleLabel={t("showPassword")}
        autoComplete="current-password"
      />
      <Send refusal={errors.root?.message ?? errors.token?.message} busy={isSubmitting} />
    </form>
  );
}

function WithNewPassword({ token }: { token: string }) {
  const { t, i18n } = useTranslation("auth");
  const form = useForm<NewBody, unknown, Output>({
    resolver: checkedBy(newSchema, i18n.language),
    mode: "onTouched",
    defaultValues: { token, password: "", confirm_password: "" },
  });
  const submit = useConfirm(form.setError);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className={styles.form} method="post" onSubmit={form.handleSubmit(submit)} noValidate>
      <NewPassword form={form} label={t("password")} />
      <Send refusal={errors.root?.message ?? errors.token?.message} busy={isSubmitting} />
    </form>
  );
}

function Send({ refusal, busy }: { refusal: string | undefined; busy: boolean }) {
  const { t } = useTranslation("auth");
  return (
    <>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <Button type="submit" kind="primary" size="md" fullWidth loading={busy}>
        {t("confirmAction")}
      </Button>
    </>
  );
}

function useConfirm<V extends FieldValues>(setError: UseFormSetError<V>) {
  const { t } = useTranslation("auth");
  const textOf = useErrorText();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return async (body: Output) => {
    try {
      const account = await confirmAddress(body);
      toast(t("confirmedTitle"));
      await navigate(nextChoice(account, null), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && linkGone.has(error.code)) return revalidate();
      showRefusal(error, setError, textOf);
    }
  };
}
