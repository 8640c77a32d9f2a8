import { type ReactNode, Suspense } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import styles from "./conversation-view.module.css";

const LoadFailed = createLazyComponent(async () => (await import("./load-failed.tsx")).LoadFailed);

interface ChatPlaceholderProps {
  /** The content of an empty chat. Null while the chat is not loaded. */
  emptyContent: ReactNode;
  /** Why loading the chat failed. Null if it did not fail. */
  error: unknown;
  retry: () => void;
}

/** Shown instead of the messages of a chat that is loading, has failed to load, or is empty. */
export function ChatPlaceholder({ emptyContent, error, retry }: ChatPlaceholderProps) {
  const { t } = useTranslation("common");
  return (
    <div className={styles.empty}>
      <Suspense fallback={null}>
        {emptyContent ??
          (error ? (
            <LoadFailed error={error} onRetry={retry} />
          ) : (
            <div className={styles.placeholder}>
              <SkeletonRows count={6} label={t("loading")} />
            </div>
          ))}
      </Suspense>
    </div>
  );
}
