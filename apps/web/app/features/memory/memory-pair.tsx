import type { FoundMemoryUnit } from "@kakehashi/contract/memory";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { focusSameButtonOfNeighbourRow } from "../../kit/ui/focus-neighbour.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { HighlightedText } from "../search/marked.tsx";
import styles from "./memory-list.module.css";
import { removeMemoryPair } from "./memory-queries.ts";

/** The accessible name of a button quotes at most this many characters of a text. */
const maxExcerptLength = 40;

function excerptOf(text: string): string {
  const characters = [...text.trim()];
  return characters.length > maxExcerptLength
    ? `${characters.slice(0, maxExcerptLength).join("")}…`
    : text.trim();
}

/**
 * One entry of the translation memory: the original, the translation, the translator's name, and buttons that edit or
 * remove the entry.
 */
export function MemoryPair({ hit, onEdit }: { hit: FoundMemoryUnit; onEdit: () => void }) {
  const { t } = useTranslation(["translations", "common"]);
  const format = useFormat();
  // The accessible name contains the original and the translation. The original alone would not identify the entry,
  // because it may have several translations.
  const name = `${excerptOf(hit.source)} · ${excerptOf(hit.target)}`;
  async function removePair(button: HTMLButtonElement): Promise<void> {
    const question = {
      title: t("removePair"),
      text: t("removePairText"),
      actionLabel: t("remove"),
      isDestructive: true,
    };
    if (!(await askToConfirm(question))) return;
    try {
      await removeMemoryPair(hit.id, () => focusSameButtonOfNeighbourRow(button));
      toast(t("pairRemoved"));
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <article className={styles.pair}>
      <div className={styles.texts}>
        <p className={styles.text} lang={hit.source_language}>
          <LanguageTag language={hit.source_language} />
          <span>
            <HighlightedText text={hit.source} marks={hit.source_marks} />
          </span>
        </p>
        <p className={styles.text} lang={hit.target_language}>
          <LanguageTag language={hit.target_language} />
          <span>
            <HighlightedText text={hit.target} marks={hit.target_marks} />
          </span>
        </p>
      </div>
      <div className={styles.foot}>
        {hit.approved && <Badge tone="jade">{t("approvedPair")}</Badge>}
        {hit.user && <PersonName className={styles.translator} person={hit.user} />}
        <time dateTime={hit.updated_at} title={format.fullDateTime(hit.updated_at)}>
          {format.timeOrDay(hit.updated_at)}
        </time>
        <span className={styles.buttons}>
          <IconButton label={`${t("edit")}: ${name}`} onClick={onEdit}>
            <IconPencil size={18} stroke={1.6} />
          </IconButton>
          <IconButton
            label={`${t("remove")}: ${name}`}
            onClick={({ currentTarget }) => void removePair(currentTarget)}
          >
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </span>
      </div>
    </article>
  );
}
