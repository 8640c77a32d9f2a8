import {
  checkEmailChangeLink,
  confirmEmailChange,
  type EmailChangeLink,
  undoEmailChange,
} from "@kakehashi/contract/email-change";
import { IconCheck, IconClock, IconLinkOff, IconMail } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { CheckingMailLinkNote } from "../../features/auth/checking-mail-link-note.tsx";
import styles from "../../features/auth/form.module.css";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { FormFailure } from "../../kit/form.tsx";
import { getQueryClient, ignoreErrorShownByForm } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { FailedState, useErrorText } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/email-change.ts";

/**
 * Only check the mailed link when the page loads, because some mail programs open links by themselves. Confirm nothing
 * yet.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") || "-";
  try {
    return { token, link: (await call(checkEmailChangeLink, { body: { token } })).data, error: null };
  } catch (error) {
    return { token, link: null, error };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation("auth");
  return <CheckingMailLinkNote page={t("emailLinkTitle")} />;
}

export default function EmailChangePage({ loaderData: { token, link, error } }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const [updatedLink, setUpdatedLink] = useState<EmailChangeLink | null>(null);
  const currentLink = updatedLink ?? link;
  return (
    <>
      <DocumentTitle>{t("emailLinkTitle")}</DocumentTitle>
      {currentLink === null ? (
        <FailedState error={error} retry={() => location.reload()} />
      ) : currentLink.state === "open" && currentLink.kind ? (
        <OpenLinkQuestion token={token} kind={currentLink.kind} onAnswer={setUpdatedLink} />
      ) : (
        <ClosedLinkResult link={currentLink} />
      )}
    </>
  );
}

const questionByLinkKind = {
  old: { title: "emailOldTitle", text: "emailOldText", action: "emailOldAction" },
  new: { title: "emailNewTitle", text: "emailNewText", action: "emailNewAction" },
  undo: { title: "emailUndoTitle", text: "emailUndoText", action: "emailUndoAction" },
} as const;

function OpenLinkQuestion({
  token,
  kind,
  onAnswer,
}: {
  token: string;
  kind: keyof typeof questionByLinkKind;
  onAnswer: (link: EmailChangeLink) => void;
}) {
  const { t } = useTranslation("auth");
  const errorTextOf = useErrorText();
  const question = questionByLinkKind[kind];
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      (await call(kind === "undo" ? undoEmailChange : confirmEmailChange, { body: { token } })).data,
    onSuccess: async (link) => {
      onAnswer(link);
      // The changed account may be the one that is signed in here, so fetch it again.
      await getQueryClient().invalidateQueries({ queryKey: ["account"] });
    },
    onError: ignoreErrorShownByForm,
  });
  return (
    <>
      <OutcomeNote
        title={t(question.title)}
        text={t(question.text)}
        icon={<IconMail size={24} stroke={1.6} />}
      >
        <FormFailure>{error && errorTextOf(error)}</FormFailure>
        <Button kind="primary" size="md" onClick={() => mutate()} loading={isPending}>
          {t(question.action)}
        </Button>
      </OutcomeNote>
      {kind === "old" && (
        <p className={styles.aside}>
          {t("emailOldNotMe")} <Link to="/password/forgot">{t("emailOldPassword")}</Link>
        </p>
      )}
    </>
  );
}

/** The result of changing the e-mail address, and links to other pages. */
function ClosedLinkResult({ link: { state, kind } }: { link: EmailChangeLink }) {
  const { t } = useTranslation(["auth", "common"]);
  const clockIcon = <IconClock size={24} stroke={1.6} />;
  if (state === "half")
    return (
      <OutcomeNote title={t("emailHalfTitle")} text={t("emailHalfText")} isDone>
        {null}
      </OutcomeNote>
    );
  if (state === "done")
    return (
      <OutcomeNote title={t("emailDoneTitle")} text={t("emailDoneText")} isDone>
        <Link className={styles.link} to="/home">
          {t("emailDoneAction")}
        </Link>
      </OutcomeNote>
    );
  if (state === "undone")
    return (
      <OutcomeNote title={t("emailUndoneTitle")} text={t("emailUndoneText")} isDone>
        <Link className={styles.link} to="/password/forgot">
          {t("emailUndoneAction")}
        </Link>
        <Link to="/login">{t("common:signIn")}</Link>
      </OutcomeNote>
    );
  if (state === "expired" && kind === "undo")
    return (
      <OutcomeNote title={t("emailUndoOverTitle")} text={t("emailUndoOverText")} icon={clockIcon}>
        <Link className={styles.link} to="/contact">
          {t("askUs")}
        </Link>
      </OutcomeNote>
    );
  const isExpired = state === "expired";
  return (
    <OutcomeNote
      title={t(isExpired ? "expiredTitle" : "confirmFailedTitle")}
      text={t(isExpired ? "emailExpiredText" : "emailDeadText")}
      icon={isExpired ? clockIcon : <IconLinkOff size={24} stroke={1.6} />}
    >
      <Link className={styles.link} to="/settings#email">
        {t("emailToSettings")}
      </Link>
    </OutcomeNote>
  );
}

function OutcomeNote({
  title,
  text,
  isDone = false,
  icon = <IconCheck size={24} stroke={1.8} />,
  children,
}: {
  title: string;
  text: string;
  isDone?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.result} role={isDone ? "status" : undefined}>
      <span className={styles.symbol} data-tone={isDone ? "done" : undefined} aria-hidden="true">
        {icon}
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.note}>{text}</p>
      {children && <div className={styles.links}>{children}</div>}
    </div>
  );
}
