import { service, type signIn } from "@kakehashi/contract/auth";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";
import { ApiError } from "../../kit/api-error.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { PasswordField, TextField } from "../../kit/ui/text-field.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import styles from "./form.module.css";
import { nextChoice } from "./next-choice.ts";
import { startSession } from "./session.ts";

const schema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.signIn.body);

type Body = z.input<typeof signIn.body>;

export function SignInForm() {
  const { t, i18n } = useTranslation(["auth", "account", "common"]);
  const textOf = useErrorText();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { register, handleSubmit, setError, formState } = useForm<Body, unknown, Body>({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { email: search.get("email") ?? "", password: "", service },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email, password }) => {
    try {
      const account = await startSession(email, password);
      await navigate(nextChoice(account, search.get("next")), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === "AUTH.TWO_STEP") {
        const next = search.get("next");
        return navigate(`/login/two-step${next ? `?next=${encodeURIComponent(next)}` : ""}`);
      }
      showRefusal(error, setError, textOf);
    }
  });
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      <TextField
        {...register("email")}
        label={t("email")}
        error={errors.email?.message}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField
        {...register("password")}
        label={t("password")}
        error={errors.password?.message}
        toggleLabel={t("showPassword")}
        autoComplete="current-password"
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
  );
}
