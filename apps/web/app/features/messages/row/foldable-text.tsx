import { Suspense } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { createLazyComponent } from "../../../kit/ui/part.tsx";
import { isFoldable } from "./foldable.ts";
import styles from "./folded.module.css";
import type { FoldableProps } from "./folded.tsx";
import { MessageText } from "./message-text.tsx";

const LazyFoldedText = createLazyComponent<FoldableProps>(
  async () => (await import("./folded.tsx")).FoldedText,
  PlainBeginning,
);

/** The text of a message. A long text is folded. */
export function FoldableText(props: FoldableProps) {
  const { content } = props;
  return isFoldable(content) ? (
    <Suspense fallback={<PlainBeginning content={content} />}>
      <LazyFoldedText {...props} />
    </Suspense>
  ) : (
    <MessageText content={content} />
  );
}

/**
 * Shows the beginning of a long text without formatting, until the code that folds messages is loaded. If that code
 * fails to load, a button loads it again.
 */
function PlainBeginning({ content, retry }: { content: string; retry?: () => void }) {
  const { t } = useTranslation("messages");
  return (
    <>
      <div className={styles.foldedText}>{content.slice(0, 3_000)}</div>
      <button
        type="button"
        className={styles.moreButton}
        style={retry ? undefined : { visibility: "hidden" }}
        onClick={retry}
      >
        {t("showAll")}
      </button>
    </>
  );
}
