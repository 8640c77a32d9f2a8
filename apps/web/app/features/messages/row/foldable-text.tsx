import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { createLazyPart } from "../../../kit/ui/part.tsx";
import { isFoldable } from "./foldable.ts";
import styles from "./folded.module.css";
import type { FoldableProps } from "./folded.tsx";
import { MessageText } from "./message-text.tsx";

const Folded = createLazyPart<FoldableProps>(
  async () => (await import("./folded.tsx")).FoldedText,
  PlainBeginning,
);

/** The text of a message. A long one is folded. */
export function FoldableText(props: FoldableProps) {
  const { content } = props;
  return isFoldable(content) ? (
    <Suspense fallback={<PlainBeginning content={content} />}>
      <Folded {...props} />
    </Suspense>
  ) : (
    <MessageText content={content} />
  );
}

/**
 * The plain text of the beginning, as high as the fold. It is shown until the code of the fold is loaded.
 * The button loads the code again.
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
