import type { signInTwoStep } from "@kakehashi/contract/two-step";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import { CodeField } from "./code-field.tsx";
import styles from "./form.module.css";
import { nextChoice } from "./next-choice.ts";
import { finishSession } from "./session.ts";

const schema = () =>
  import("@kakehashi/contract/schemas/two-step").then((twoStep) => twoStep.signInTwoStep.body);

type Body = z.input<typeof signInTwoStep.body>;

/** The second step of signing in. The address keeps where to go next. */
export function TwoStepForm() {
  const { t, i18n } = useTranslation(["auth", "common"]);
  const textOf = useErrorText();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [recovery, setRecovery] = useState(false);
  const { register, handleSubmit, setError, setFocus, clearErrors, resetField, formState } = useForm<
    Body,
    unknown,
    Body
  >({
    resolver: checkedBy(schema, i18n.language),
    mode: "onSubmit",
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus("code"), [setFocus]);
  const next = search.get("next");
  const submit = handleSubmit(async ({ code }) => {
    try {
      const account = await finishSession(code);
      await navigate(nextChoice(account, next), { replace: true });
    } catch (error) {
      showRefusal(error, setError, textOf);
      setFocus("code", { shouldSelect: true });
    }
  });
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("codeTitle")}</h1>
        <p className={styles.note}>{t(recovery ? "recoveryNote" : "codeNote")}</p>
      </header>
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <CodeField
          register={register}
          name="code"
          label={t("code")}
          error={errors.code?.message}
          onSwitch={(asked) => {
            setRecovery(asked);
            resetField("code");
            clearErrors();
            setFocus("code");
          }}
        />
        {errors.root && (
          <p className={styles.refusal} role="alert">
            {errors.root.message}
          </p>
        )}
        <Button type="submit" kind="primary" size="md" fullWidth loading={isSubmitting} disabled={!hydrated}>
          {t("common:signIn")}
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to={`/login${next ? `?next=${encodeURIComponent(next)}` : ""}`}>{t("startOver")}</Link>
      </p>
      <p className={styles.aside}>
        {t("codeLost")} <a href={i18n.language === "vi" ? "/vi/contact" : "/contact"}>{t("askUs")}</a>
      </p>
    </>
  );
}
