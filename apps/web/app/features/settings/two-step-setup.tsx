import { confirmTwoStep, setUpTwoStep } from "@kakehashi/contract/two-step";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import { appCodeField } from "../auth/code-field.tsx";
import { CurrentPassword } from "../auth/current-password.tsx";
import styles from "./two-step.module.css";

const contract = () => import("@kakehashi/contract/schemas/two-step");

interface Secret {
  secret: string;
  uri: string;
}

/** Sets up two-step sign-in: the password, then the secret for the app and a first code. */
export function TwoStepSetup({ email, done }: { email: string; done: (codes: string[]) => void }) {
  const [made, setMade] = useState<Secret | null>(null);
  return made ? <FirstCode made={made} done={done} /> : <Password email={email} done={setMade} />;
}

function Password({ email, done }: { email: string; done: (made: Secret) => void }) {
  const { t, i18n } = useTranslation(["twoStep", "account"]);
  const textOf = useErrorText();
  const form = useForm({
    resolver: checkedBy(() => contract().then((twoStep) => twoStep.setUpTwoStep.body), i18n.language),
    defaultValues: { current_password: "" },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      done((await call(setUpTwoStep, { body })).data);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.note}>{t("passwordNote")}</p>
      <CurrentPassword form={form} email={email} autoFocus />
      {errors.root && (
        <p className={styles.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" kind="primary" loading={isSubmitting}>
        {t("account:next")}
      </Button>
    </form>
  );
}

function FirstCode({ made, done }: { made: Secret; done: (codes: string[]) => void }) {
  const { t, i18n } = useTranslation("twoStep");
  const textOf = useErrorText();
  const copy = useCopy();
  const { picture, failed } = useQr(made.uri);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: checkedBy(() => contract().then((twoStep) => twoStep.confirmTwoStep.body), i18n.language),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus("code"), [setFocus]);
  const submit = handleSubmit(async (body) => {
    try {
      done((await call(confirmTwoStep, { body })).data.recovery_codes);
    } catch (error) {
      showRefusal(error, setError, textOf);
      setFocus("code", { shouldSelect: true });
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.note}>{t("scanNote")}</p>
      {picture && (
        <div
          className={styles.qr}
          role="img"
          aria-label={t("qrLabel")}
          // Drawn here from what the server made: squares alone.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the library answers its drawing as text
          dangerouslySetInnerHTML={{ __html: picture }}
        />
      )}
      {failed && (
        <p className={styles.error} role="alert">
          {t("qrFailed")}
        </p>
      )}
      <div>
        <p className={styles.note}>{t("typeNote")}</p>
        <p className={styles.secret}>
          <code translate="no">{made.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
          <Button onClick={() => copy(made.secret, t("copied"))}>{t("copySecret")}</Button>
        </p>
      </div>
      <TextField
        {...register("code")}
        {...appCodeField}
        label={t("firstCode")}
        error={errors.code?.message}
      />
      {errors.root && (
        <p className={styles.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" kind="primary" loading={isSubmitting}>
        {t("confirm")}
      </Button>
    </form>
  );
}

/**
 * A QR code as SVG. Null until the library has loaded, which may fail offline. Always black on white, because cameras
 * need that.
 */
function useQr(text: string): { picture: string | null; failed: boolean } {
  const [drawn, setDrawn] = useState<{ picture: string | null; failed: boolean }>(notDrawn);
  useEffect(() => {
    let wanted = true;
    import("uqr").then(
      ({ renderSVG }) =>
        wanted && setDrawn({ picture: renderSVG(text, { ecc: "M", border: 3 }), failed: false }),
      () => wanted && setDrawn({ picture: null, failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  return drawn;
}
const notDrawn = { picture: null, failed: false };
