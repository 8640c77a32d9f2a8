import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../api-error.ts";
import { Button } from "./button.tsx";
import styles from "./states.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** One sentence that says what the reader can do next. */
  text?: string;
  action?: ReactNode;
  /** Whether the title is the page's `h1`, because the page has no other heading. */
  isHeading?: boolean;
}

/** The title and text for an empty list. */
export function EmptyState({ icon, title, text, action, isHeading = false }: EmptyStateProps) {
  const TitleElement = isHeading ? "h1" : "p";
  return (
    <div className={styles.state}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <TitleElement className={styles.title}>{title}</TitleElement>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/**
 * Returns a function that gives the text to show for an error: the server's message, or a general text if there is
 * none.
 */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof ApiError && error.status === 0) return t("offlineText");
    if (error instanceof ApiError && error.message) return error.message;
    return t("serverErrorText");
  };
}

/** Shown when something failed to load: the error and a retry button. */
export function FailedState({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const errorTextOf = useErrorText();
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{t("loadFailed")}</p>
      <p className={styles.text}>{errorTextOf(error)}</p>
      <div className={styles.action}>
        <Button onClick={retry}>{t("retry")}</Button>
      </div>
    </div>
  );
}
