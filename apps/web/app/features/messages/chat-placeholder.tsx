import { IconCloudOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { Button } from "../../kit/ui/button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import styles from "./conversation-view.module.css";

interface Props {
  /** Shown for a chat without messages. Null while it is not loaded. */
  empty: ReactNode;
  /** Why loading failed. Null if it did not. */
  error: unknown;
  retry: () => void;
}

/** Shown instead of messages: the chat is empty, failed to load, or is loading. */
export function ChatPlaceholder({ empty, error, retry }: Props) {
  const { t } = useTranslation("common");
  return (
    <div className={styles.empty}>
      {empty ??
        (error ? (
          <LoadFailed error={error} retry={retry} />
        ) : (
          <div className={styles.placeholder}>
            <SkeletonRows count={6} label={t("loading")} />
          </div>
        ))}
    </div>
  );
}

/** Explains why no messages are shown. Offline, they load with the next connection. Any other error offers a retry. */
function LoadFailed({ error, retry }: Omit<Props, "empty">) {
  const { t } = useTranslation(["messages", "common"]);
  if (!(error instanceof ApiError && error.status === 0)) return <FailedState error={error} retry={retry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={24} stroke={1.6} />}
        title={t("notHereTitle")}
        text={t("notHereText")}
        action={<Button onClick={retry}>{t("common:retry")}</Button>}
      />
    </div>
  );
}
