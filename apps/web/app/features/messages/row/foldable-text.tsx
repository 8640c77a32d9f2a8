import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { createLazyPart } from "../../../kit/ui/part.tsx";
import { isFoldable } from "./foldable.ts";
import styles from "./folded.module.css";
import type { FoldableProps } from "./folded.tsx";
import { MessageText } from "./message-text.tsx";

const LazyFoldedText = createLazyPart<FoldableProps>(
  async () => (await import("./folded.tsx")).FoldedText,
  PlainBeginning,
);

/** The text of a message. A long one is folded. */
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
 * Shows the beginning of a long text as plain text, at the height of a folded message. It stands in until the code
 * that folds messages is loaded, and its button loads that code again after a failure.
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
