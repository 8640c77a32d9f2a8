import { signUp } from "@kakehashi/contract/auth";
import { isLanguage } from "@kakehashi/contract/languages";
import { termsVersion } from "@kakehashi/contract/site";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import styles from "./form.module.css";
import { LinkSent } from "./link-sent.tsx";
import { NewPassword } from "./new-password.tsx";
import { privacyAddress } from "./privacy-address.ts";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.signUp.body);

/** `children` stand between the heading and the fields. */
export function RegisterForm({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation("auth");
  const textOf = useErrorText();
  const hydrated = useHydrated();
  const [sent, setSent] = useState<z.output<typeof signUp.body> | null>(null);
  const form = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: {
      name: undefined,
      email: "",
      password: "",
      confirm_password: "",
      language: isLanguage(i18n.language) ? i18n.language : "en",
      terms_version: termsVersion,
    },
  });
  const { register, handleSubmit, setError, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await call(signUp, { body });
      setSent(body);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  if (sent)
    return (
      <LinkSent text={t("sentText", { email: sent.email })} resend={() => call(signUp, { body: sent })} />
    );
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("registerTitle")}</h1>
        <p className={styles.note}>{t("registerNote")}</p>
      </header>
      {children}
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <TextField
          {...register("name", { setValueAs: (name?: string) => name?.trim() || undefined })}
          label={t("optional", { label: t("name") })}
          description={t("nameHint")}
          error={errors.name?.message}
          autoComplete="name"
        />
        <TextField
          {...register("email")}
          label={t("email")}
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        <NewPassword
          form={form}
          label={t("password")}
          beside={{ email: watch("email"), name: watch("name") }}
        />
        {errors.root && (
          <p className={styles.refusal} role="alert">
            {errors.root.message}
          </p>
        )}
        <Button type="submit" kind="primary" size="md" fullWidth loading={isSubmitting} disabled={!hydrated}>
          {t("register")}
        </Button>
        <p className={styles.terms}>
          {t("acceptsTerms")} <a href={i18n.language === "vi" ? "/vi/policy" : "/policy"}>{t("readTerms")}</a>{" "}
          <a href={privacyAddress(i18n.language)}>{t("readPrivacy")}</a>
        </p>
      </form>
    </>
  );
}
