import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import { BlockActionButtons } from "./block-actions.tsx";
import { BlockProvider } from "./block-change.tsx";
import { BlockForm, hasTexts } from "./block-form.tsx";
import { useBuilder, useProblems } from "./builder.ts";
import { useEditor, useEditorState, useIsFieldFocusRequested } from "./editor.ts";
import { ExitFields } from "./exits-fields.tsx";
import fields from "./fields.module.css";
import { GroupFields } from "./group-fields.tsx";
import panes from "./panes.module.css";
import { ProblemsWithoutField } from "./problems-pane.tsx";
import { splitStoryTextField, useBotTranslationStatus, useOutdatedFields } from "./text-queries.ts";

/**
 * The pane for the selected block or group. After a new selection, the canvas is drawn first and then the pane's
 * fields. Typed letters appear in a field at once.
 */
export function BlockPane() {
  const selection = useEditorState((state) => state.selection);
  const group = useEditorState(({ flow }) => flow.groups.find(({ id }) => id === selection?.groupId));
  const block = group?.blocks.find(({ id }) => id === selection?.blockId);
  const currentPart = useMemo(
    () => ({ partId: block?.id ?? group?.id, fields: renderPaneContent(group, block) }),
    [group, block],
  );
  const paintedContent = useAfterPaint(currentPart, useIsFieldFocusRequested());
  const isPaneCurrent = paintedContent.partId === currentPart.partId;
  const body = useRequestedField(isPaneCurrent);
  return (
    <div ref={body} className={panes.body} aria-busy={!isPaneCurrent}>
      {isPaneCurrent ? currentPart.fields : paintedContent.fields}
    </div>
  );
}

function renderPaneContent(group: FlowGroup | undefined, block: FlowBlock | undefined): ReactNode {
  if (!group) return <NothingSelected />;
  return block ? <SelectedBlock block={block} group={group} /> : <GroupFields key={group.id} group={group} />;
}

function NothingSelected() {
  const { t } = useTranslation("stories");
  return <p className={panes.note}>{t("nothingSelected")}</p>;
}

/**
 * Focuses the field that the editor's `fieldFocusRequest` names, after the fields of the selected block or group were
 * rendered.
 */
function useRequestedField(areFieldsDrawn: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const fieldRequest = useEditorState((editor) => editor.fieldFocusRequest);
  const { followedField } = useEditor();
  useEffect(() => {
    if (!body.current || !areFieldsDrawn || fieldRequest.count === followedField.count) return;
    followedField.count = fieldRequest.count;
    const firstFieldSelector = "input, textarea, select:not([aria-label])";
    const selectorsByField = {
      first: [firstFieldSelector],
      next: ["[data-exits] select"],
      wrong: [
        `[data-path="${CSS.escape(fieldRequest.path ?? "")}"]`,
        '[aria-invalid="true"]',
        firstFieldSelector,
      ],
    }[fieldRequest.field];
    for (const selector of [...selectorsByField, "button"]) {
      const element = body.current.querySelector<HTMLElement>(selector);
      if (!element) continue;
      element.focus();
      return;
    }
  });
  return body;
}

function SelectedBlock({ block, group }: { block: FlowBlock; group: FlowGroup }) {
  const { canEdit } = useBuilder();
  return (
    <BlockProvider block={block}>
      {canEdit && (
        <BlockActionButtons
          blockId={block.id}
          groupId={group.id}
          index={group.blocks.indexOf(block)}
          count={group.blocks.length}
        />
      )}
      <ProblemsWithoutField groupId={group.id} blockId={block.id} />
      {hasTexts(block) && <LanguageTabs blockId={block.id} />}
      <div className={fields.fields} id="story-language-panel">
        {/* Recreate only the form for each block, because the form has state. Keep everything else, such as selects
            with hundreds of options. */}
        <BlockForm key={block.id} block={block} />
      </div>
      <ExitFields block={block} group={group} />
    </BlockProvider>
  );
}

/**
 * Tabs that choose the language in which the story's texts are edited. A dot marks a language with missing or outdated
 * texts.
 */
const LanguageTabs = memo(function LanguageTabs({ blockId }: { blockId: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { languages, storyId } = useBuilder();
  const problems = useProblems(({ list }) => list);
  const language = useEditorState((state) => state.language);
  const { data: texts } = useBotTranslationStatus();
  const outdatedFields = useOutdatedFields(blockId, language);
  if (languages.length < 2) return null;
  const isTextOutdatedIn = (tabLanguage: string) =>
    texts?.outdated.some(
      ({ container_id, field, language }) =>
        container_id === storyId &&
        splitStoryTextField(field).blockId === blockId &&
        language === tabLanguage,
    ) === true;
  const isTextMissingIn = (tabLanguage: string) =>
    problems.some(
      ({ block_id, code, detail }) =>
        block_id === blockId && code === "missing_language" && detail === tabLanguage,
    );
  return (
    <>
      <Tabs
        id="story-language"
        label={t("languageOfTexts")}
        tabs={languages.map((key) => ({
          key,
          label: `${nativeLanguageNames[key]}${isTextMissingIn(key) || isTextOutdatedIn(key) ? " •" : ""}`,
        }))}
        open={language}
        onOpen={editor.setLanguage}
      />
      {outdatedFields.length > 0 && <p className={panes.note}>{t("outdatedBlock")}</p>}
    </>
  );
});
