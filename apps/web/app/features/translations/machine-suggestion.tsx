import type { Language } from "@kakehashi/contract/languages";
import {
  getMachineSuggestion,
  type MachineSuggestion as Suggestion,
} from "@kakehashi/contract/machine-rooms";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { KeyboardKey } from "../../kit/ui/kbd.tsx";
import { machineNames, machineProblemTextKeys } from "../conversations/room-machine-query.ts";
import styles from "./memory.module.css";
import { useTranslatorsPageKeys } from "./use-desk-keys.ts";

interface MachineSuggestionProps {
  mid: string;
  /** The revision of the original message. Each revision gets its own machine translation. */
  revision: number;
  language: Language;
  onInsertSuggestion: (text: string) => void;
}

/**
 * The machine translation as an additional suggestion. Renders nothing if no machine translation service is configured
 * or the room does not allow it.
 */
export function MachineSuggestion({ mid, revision, language, onInsertSuggestion }: MachineSuggestionProps) {
  const { data } = useQuery({
    queryKey: ["machine-suggestion", mid, revision, language],
    queryFn: async ({ signal }) =>
      (await call(getMachineSuggestion, { params: { mid, language }, signal })).data,
  });
  const insertSuggestion = () =>
    data?.translation && onInsertSuggestion(replaceMentionsByNames(data.translation));
  useTranslatorsPageKeys((event) => {
    const isAltZeroPressed = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "Digit0";
    if (!isAltZeroPressed || !data?.translation) return;
    event.preventDefault();
    insertSuggestion();
  });
  return data ? <SuggestionBox suggestion={data} language={language} onTake={insertSuggestion} /> : null;
}

interface SuggestionBoxProps {
  suggestion: Suggestion;
  language: Language;
  onTake: () => void;
}

function SuggestionBox({
  suggestion: { provider, translation, problem },
  language,
  onTake,
}: SuggestionBoxProps) {
  const { t } = useTranslation(["translations", "writing", "common"]);
  const heading = t("writing:suggestion", { machine: machineNames[provider] });
  return (
    <section aria-label={heading}>
      <h2 className={styles.heading}>{heading}</h2>
      {translation === null ? (
        <p className={styles.emptyNote}>{problem && t(`writing:${machineProblemTextKeys[problem]}`)}</p>
      ) : (
        <button type="button" className={styles.suggestion} aria-keyshortcuts="Alt+0" onClick={onTake}>
          <span className={styles.about}>
            <Badge tone="violet">{t("common:translationMachine")}</Badge>
            <span className={styles.shortcut} aria-hidden="true">
              <KeyboardKey>Alt</KeyboardKey> + <KeyboardKey>0</KeyboardKey>
            </span>
          </span>
          <span className={styles.target} lang={language}>
            {replaceMentionsByNames(translation)}
          </span>
        </button>
      )}
    </section>
  );
}
