import { resendConfirmationMail } from "@kakehashi/contract/auth";
import { IconCheck, IconClock, IconLinkOff, IconMail } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import styles from "./form.module.css";

/** Shown instead of a form when the link from a mail is no longer valid. `children` are links to other pages. */
export function InvalidMailLinkNote({
  title,
  page = title,
  text,
  isAlreadyDone = false,
  icon,
  children,
}: {
  title: string;
  /** The title in the browser's tab. Default: the heading of the page. */
  page?: string;
  text: string;
  isAlreadyDone?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  const statusIcon = isAlreadyDone ? (
    <IconCheck size={24} stroke={1.8} />
  ) : (
    <IconLinkOff size={24} stroke={1.6} />
  );
  return (
    <div className={styles.result}>
      <DocumentTitle>{page}</DocumentTitle>
      <span className={styles.symbol} data-tone={isAlreadyDone ? "done" : undefined} aria-hidden="true">
        {icon ?? statusIcon}
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.note}>{text}</p>
      <div className={styles.links}>{children}</div>
    </div>
  );
}

/** Shown when the link that confirms a new account has expired: a button that sends a new one. */
export function ExpiredSignUp({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(resendConfirmationMail, { body: { token } }),
  });
  if (isSuccess)
    return (
      <InvalidMailLinkNote
        title={t("sentTitle")}
        text={t("resentText")}
        icon={<IconMail size={24} stroke={1.6} />}
      >
        {null}
      </InvalidMailLinkNote>
    );
  return (
    <InvalidMailLinkNote
      title={t("expiredTitle")}
      text={t("expiredText")}
      icon={<IconClock size={24} stroke={1.6} />}
    >
      <Button kind="primary" size="md" onClick={() => mutate()} loading={isPending}>
        {t("resend")}
      </Button>
    </InvalidMailLinkNote>
  );
}
