import { signIn, signInServiceName } from "@kakehashi/contract/auth";
import { signInTwoStep } from "@kakehashi/contract/two-step";
import { type Account, getAccount } from "@kakehashi/contract/users";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { accessTokenStore, call, sessionChannelName } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import type { TokenMessageBetweenTabs } from "../../kit/token.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { PasswordField } from "../../kit/ui/text-field.tsx";
import { CodeField } from "./code-field.tsx";
import styles from "./expired-session-dialog.module.css";

interface SignInAgainProps {
  account: Account;
  /** Called with the token of the new session, or with null if the person leaves the page without signing in. */
  answer: (token: string | null) => void;
}

/**
 * A sign-in dialog above the page, for a person whose session has expired. After the sign-in, requests that wait for a
 * token continue. If another account signs in, the page must be loaded again, because that account must not see the
 * first person's text.
 */
export function ExpiredSessionDialog({ account, answer }: SignInAgainProps) {
  const { t } = useTranslation(["auth", "common"]);
  const [needsCode, setNeedsCode] = useState(false);
  const [isOtherAccount, setIsOtherAccount] = useState(false);

  async function acceptToken(token: string): Promise<void> {
    accessTokenStore.setNewToken(token);
    await acceptTokenOfSameAccount(token);
  }
  async function acceptTokenOfSameAccount(token: string): Promise<void> {
    const { data } = await call(getAccount);
    if (data.id === account.id) answer(token);
    else setIsOtherAccount(true);
  }
  // The person may use another tab to sign in, for example with Google. That tab sends the new token to this one.
  const onTabMessage = useEffectEvent((message: TokenMessageBetweenTabs) => {
    if (message.type === "renewed") void acceptTokenOfSameAccount(message.token).catch(() => undefined);
  });
  useEffect(() => {
    const tabChannel = new BroadcastChannel(sessionChannelName);
    tabChannel.onmessage = ({ data }: MessageEvent<TokenMessageBetweenTabs>) => onTabMessage(data);
    return () => tabChannel.close();
  }, []);

  return (
    <Dialog opened onClose={() => undefined} hasCloseButton={false} opensInFront title={t("againTitle")}>
      {isOtherAccount ? (
        <>
          <p className={styles.text}>{t("againOther", { email: account.email })}</p>
          <div className={styles.aside}>
            <Button kind="primary" onClick={() => location.assign("/home")}>
              {t("againOtherStart")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.text}>{t("againText", { email: account.email })}</p>
          {needsCode ? (
            <CodeStep acceptToken={acceptToken} />
          ) : (
            <PasswordStep
              account={account}
              acceptToken={acceptToken}
              onCodeNeeded={() => setNeedsCode(true)}
            />
          )}
          <p className={styles.aside}>
            <a href="/login" target="_blank" rel="noreferrer">
              {t("againElsewhere")}
            </a>
            <Button kind="quiet" size="compact-sm" onClick={() => answer(null)}>
              {t("againLeave")}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  );
}

const loadSignInSchema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.signIn.body);
const loadCodeSchema = () =>
  import("@kakehashi/contract/schemas/two-step").then((twoStep) => twoStep.signInTwoStep.body);

interface SignInStep {
  acceptToken: (token: string) => Promise<void>;
}

function PasswordStep({
  account,
  acceptToken,
  onCodeNeeded,
}: SignInStep & { account: Account; onCodeNeeded: () => void }) {
  const { t } = useTranslation(["auth", "common"]);
  const form = useForm({
    schema: loadSignInSchema,
    mode: "onSubmit",
    values: { email: account.email, password: "", service: signInServiceName },
    async send({ email, password }) {
      const { data } = await call(signIn, {
        body: { email, password, service: signInServiceName, cookie_only: true },
      });
      await acceptToken(data.access_token);
    },
    onRefused(error) {
      const needsCode = error instanceof ApiError && error.code === "AUTH.TWO_STEP";
      if (needsCode) onCodeNeeded();
      return needsCode;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <Button kind="primary" type="submit" loading={form.isSubmitting}>
          {t("common:signIn")}
        </Button>
      }
    >
      <input type="hidden" autoComplete="username" value={account.email} />
      <PasswordField
        {...form.field("password")}
        data-autofocus
        label={t("password")}
        toggleLabel={t("showPassword")}
        autoComplete="current-password"
      />
    </Form>
  );
}

function CodeStep({ acceptToken }: SignInStep) {
  const { t } = useTranslation(["auth", "common"]);
  const form = useForm({
    schema: loadCodeSchema,
    mode: "onSubmit",
    values: { code: "" },
    async send({ code }) {
      const { data } = await call(signInTwoStep, { body: { code, cookie_only: true } });
      await acceptToken(data.access_token);
    },
  });
  const { field, setFocus, clearErrors, resetField, isSubmitting } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <Form
      form={form}
      actions={
        <Button kind="primary" type="submit" loading={isSubmitting}>
          {t("common:signIn")}
        </Button>
      }
    >
      <CodeField
        field={field("code")}
        label={t("code")}
        onSwitch={() => {
          resetField("code");
          clearErrors();
          setFocus("code");
        }}
      />
    </Form>
  );
}
