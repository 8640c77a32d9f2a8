import { confirmTwoStep, setUpTwoStep } from "@kakehashi/contract/two-step";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import { authenticatorCodeInputProps } from "../auth/code-field.tsx";
import { CurrentPasswordField } from "../auth/current-password.tsx";
import styles from "./two-step-settings.module.css";

const loadTwoStepContract = () => import("@kakehashi/contract/schemas/two-step");

interface TwoStepSecret {
  secret: string;
  uri: string;
}

/**
 * The steps that turn on two-step sign-in: the password, then the secret for the authenticator app and a first code.
 */
export function TwoStepSetup({ email, onDone }: { email: string; onDone: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<TwoStepSecret | null>(null);
  return secret ? (
    <FirstCodeStep secret={secret} onDone={onDone} />
  ) : (
    <PasswordStep email={email} onDone={setSecret} />
  );
}

function PasswordStep({ email, onDone }: { email: string; onDone: (secret: TwoStepSecret) => void }) {
  const { t } = useTranslation(["twoStep", "account"]);
  const form = useForm({
    schema: () => loadTwoStepContract().then((twoStepSchemas) => twoStepSchemas.setUpTwoStep.body),
    mode: "onSubmit",
    values: { current_password: "" },
    send: async (body) => onDone((await call(setUpTwoStep, { body })).data),
  });
  return (
    <Form
      form={form}
      className={styles.form}
      actions={
        <Button type="submit" kind="primary" loading={form.isSubmitting}>
          {t("account:next")}
        </Button>
      }
    >
      <p className={styles.note}>{t("passwordNote")}</p>
      <CurrentPasswordField form={form} email={email} autoFocus />
    </Form>
  );
}

function FirstCodeStep({ secret, onDone }: { secret: TwoStepSecret; onDone: (codes: string[]) => void }) {
  const { t } = useTranslation("twoStep");
  const copyText = useCopy();
  const { picture, failed } = useQrCode(secret.uri);
  const form = useForm({
    schema: () => loadTwoStepContract().then((twoStepSchemas) => twoStepSchemas.confirmTwoStep.body),
    mode: "onSubmit",
    values: { code: "" },
    send: async (body) => onDone((await call(confirmTwoStep, { body })).data.recovery_codes),
  });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <Form
      form={form}
      className={styles.form}
      actions={
        <Button type="submit" kind="primary" loading={form.isSubmitting}>
          {t("confirm")}
        </Button>
      }
    >
      <p className={styles.note}>{t("scanNote")}</p>
      {picture && (
        <div
          className={styles.qr}
          role="img"
          aria-label={t("qrLabel")}
          // The SVG is safe to insert, because it contains no foreign content: the QR library draws it in this browser.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the library returns its drawing as text
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
          <code translate="no">{secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
          <Button onClick={() => copyText(secret.secret, t("copied"))}>{t("copySecret")}</Button>
        </p>
      </div>
      <TextField {...form.field("code")} {...authenticatorCodeInputProps} label={t("firstCode")} />
    </Form>
  );
}

/**
 * Returns a QR code as SVG, or null until the library has loaded. Loading may fail offline. The code is always black on
 * white, because cameras need that.
 */
function useQrCode(text: string): { picture: string | null; failed: boolean } {
  const [qrCode, setQrCode] = useState<{ picture: string | null; failed: boolean }>(emptyQrCode);
  useEffect(() => {
    let isMounted = true;
    import("uqr").then(
      ({ renderSVG }) =>
        isMounted && setQrCode({ picture: renderSVG(text, { ecc: "M", border: 3 }), failed: false }),
      () => isMounted && setQrCode({ picture: null, failed: true }),
    );
    return () => {
      isMounted = false;
    };
  }, [text]);
  return qrCode;
}
const emptyQrCode = { picture: null, failed: false };
