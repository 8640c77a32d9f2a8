import { signUp } from "@kakehashi/contract/auth";
import { isLanguage } from "@kakehashi/contract/languages";
import { termsVersion } from "@kakehashi/contract/site";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import styles from "./form.module.css";
import { LinkSent } from "./link-sent.tsx";
import { NewPasswordFields } from "./new-password.tsx";
import { privacyPolicyPath } from "./privacy-address.ts";
import { SubmitButton } from "./submit-button.tsx";

const loadSignUpSchema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.signUp.body);

/** The form for signing up. `children` are shown between the heading and the fields. */
export function RegisterForm({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation("auth");
  const isHydrated = useHydrated();
  const [sentBody, setSentBody] = useState<z.output<typeof signUp.body> | null>(null);
  const form = useForm({
    schema: loadSignUpSchema,
    values: {
      name: "",
      email: "",
      password: "",
      confirm_password: "",
      language: isLanguage(i18n.language) ? i18n.language : ("en" as const),
    },
    toBody: ({ name, ...values }): z.input<typeof signUp.body> => ({
      ...values,
      ...(name.trim() !== "" && { name }),
      terms_version: termsVersion,
    }),
    async send(body) {
      await call(signUp, { body });
      setSentBody(body);
    },
  });
  const { field, watch, isSubmitting } = form;
  if (sentBody)
    return (
      <LinkSent
        text={t("sentText", { email: sentBody.email })}
        resend={() => call(signUp, { body: sentBody })}
      />
    );
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("registerTitle")}</h1>
        <p className={styles.note}>{t("registerNote")}</p>
      </header>
      {children}
      <Form
        form={form}
        actions={
          <>
            <SubmitButton isSubmitting={isSubmitting} isHydrated={isHydrated}>
              {t("register")}
            </SubmitButton>
            <p className={styles.terms}>
              {t("acceptsTerms")}{" "}
              <a href={i18n.language === "vi" ? "/vi/policy" : "/policy"}>{t("readTerms")}</a>
              <span aria-hidden="true"> · </span>
              <a href={privacyPolicyPath(i18n.language)}>{t("readPrivacy")}</a>
            </p>
          </>
        }
      >
        <TextField
          {...field("name")}
          label={t("optional", { label: t("name") })}
          description={t("nameHint")}
          autoComplete="name"
        />
        <TextField
          {...field("email")}
          label={t("email")}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        <NewPasswordFields
          form={form}
          label={t("password")}
          otherValues={{ email: watch("email"), name: watch("name") }}
        />
      </Form>
    </>
  );
}
