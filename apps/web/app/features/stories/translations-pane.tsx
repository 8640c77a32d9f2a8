import { IconAlertTriangle } from "@tabler/icons-react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import { LanguageTranslationStatus } from "./language-texts.tsx";
import panes from "./panes.module.css";
import { useBlockSummaryFunctions } from "./summary.ts";
import { splitStoryTextField, useBotTranslationStatus } from "./text-queries.ts";

/**
 * A pane that shows for each language of the bot how many texts wait for a translation, and who is translating them.
 * Below, it lists the outdated texts of this story.
 */
export function TranslationsPane() {
  const { t } = useTranslation("stories");
  const { botId, canEdit } = useBuilder();
  const query = useBotTranslationStatus();
  return (
    <div className={panes.body}>
      <p className={panes.note}>{t("translationsNote")}</p>
      <LoadedContent query={query} rows={4}>
        {({ languages }) => (
          <>
            {languages.map((texts) => (
              <LanguageTranslationStatus key={texts.language} botId={botId} canEdit={canEdit} texts={texts} />
            ))}
            <OutdatedTexts />
          </>
        )}
      </LoadedContent>
    </div>
  );
}

/**
 * The texts of this story whose translation is outdated. A click on a text selects its block and the translation's
 * language.
 */
function OutdatedTexts() {
  const { t } = useTranslation("stories");
  const { storyId } = useBuilder();
  const { data } = useBotTranslationStatus();
  const editor = useEditor();
  const flow = useEditorState((state) => state.flow);
  const summaries = useBlockSummaryFunctions();
  const rows = (data?.outdated ?? []).flatMap((outdatedText) => {
    const foundBlock =
      outdatedText.container_id === storyId
        ? findBlock(flow, splitStoryTextField(outdatedText.field).blockId)
        : undefined;
    return foundBlock ? [{ ...outdatedText, block: foundBlock.block, groupId: foundBlock.group.id }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("outdatedHere")}>
      <h3 className={panes.heading}>{t("outdatedHere")}</h3>
      <ol className={panes.rows}>
        {rows.map(({ block, groupId, language, field }) => (
          <li key={`${block.id} ${field} ${language}`}>
            <button
              type="button"
              className={panes.row}
              onClick={() => {
                editor.setLanguage(language);
                editor.select({ groupId, blockId: block.id }, { pane: "block", focus: true });
              }}
            >
              <span className={panes.warn}>
                <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
              </span>
              <span className={panes.kindWords}>
                <span>{nativeLanguageNames[language]}</span>
                <span className={panes.small}>{summaries.inLine(block)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
