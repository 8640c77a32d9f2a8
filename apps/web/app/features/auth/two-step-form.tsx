import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import { CodeField } from "./code-field.tsx";
import styles from "./form.module.css";
import { nextPageFor } from "./next-page.ts";
import { signInWithTwoStepCode } from "./session.ts";
import { SubmitButton } from "./submit-button.tsx";

const loadSignInTwoStepSchema = () =>
  import("@kakehashi/contract/schemas/two-step").then((twoStep) => twoStep.signInTwoStep.body);

/** The form for the second step of a sign-in. The address to open afterwards is in the query of the page's address. */
export function TwoStepForm() {
  const { t, i18n } = useTranslation(["auth", "common"]);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const returnAddress = search.get("next");
  const form = useForm({
    schema: loadSignInTwoStepSchema,
    mode: "onSubmit",
    values: { code: "" },
    async send({ code }) {
      const account = await signInWithTwoStepCode(code);
      await navigate(nextPageFor(account, returnAddress), { replace: true });
    },
  });
  const { field, setFocus, clearErrors, resetField, isSubmitting } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("codeTitle")}</h1>
        <p className={styles.note}>{t(isRecoveryCode ? "recoveryNote" : "codeNote")}</p>
      </header>
      <Form
        form={form}
        actions={
          <SubmitButton isSubmitting={isSubmitting} isHydrated={isHydrated}>
            {t("common:signIn")}
          </SubmitButton>
        }
      >
        <CodeField
          field={field("code")}
          label={t("code")}
          onSwitch={(isRecovery) => {
            setIsRecoveryCode(isRecovery);
            resetField("code");
            clearErrors();
            setFocus("code");
          }}
        />
      </Form>
      <p className={styles.aside}>
        <Link to={`/login${returnAddress ? `?next=${encodeURIComponent(returnAddress)}` : ""}`}>
          {t("startOver")}
        </Link>
      </p>
      <p className={styles.aside}>
        {t("codeLost")} <a href={i18n.language === "vi" ? "/vi/contact" : "/contact"}>{t("askUs")}</a>
      </p>
    </>
  );
}
