import { IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Button } from "../../kit/ui/button.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";

/**
 * Explains why no messages are shown, and has a retry button. Offline, it says that the messages load at the next
 * connection.
 */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(["messages", "common"]);
  if (!(error instanceof ApiError && error.status === 0))
    return <FailedState error={error} retry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={24} stroke={1.6} />}
        title={t("notHereTitle")}
        text={t("notHereText")}
        action={<Button onClick={onRetry}>{t("common:retry")}</Button>}
      />
    </div>
  );
}
