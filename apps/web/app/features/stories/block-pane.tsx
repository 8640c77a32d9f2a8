import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { FlowGroup } from "@kakehashi/contract/flows/flow";
import { flowLimits, textLimits } from "@kakehashi/contract/flows/limits";
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from "@tabler/icons-react";
import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useAfterPaint } from "../../kit/use-after-paint.ts";
import { FieldsOf } from "./block-change.tsx";
import { BlockForm, hasTexts } from "./block-form.tsx";
import { useBuilder, useProblems } from "./builder.ts";
import { useEditor, useEditorState, useIsFieldRequested } from "./editor.ts";
import {
  addGroup,
  changeGroup,
  findBlock,
  insertBlock,
  moveBlock,
  placeBeside,
  removeBlock,
  removeGroups,
} from "./edits.ts";
import { Exits } from "./exits-fields.tsx";
import fields from "./fields.module.css";
import { GroupOptions, newGroup } from "./group-options.tsx";
import { newPartId } from "./ids.ts";
import { withNewIds } from "./new-ids.ts";
import panes from "./panes.module.css";
import { ProblemsOf } from "./problems-pane.tsx";
import { placeInStory, useBotTexts, useOutdatedFields } from "./text-queries.ts";

const icon = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

/**
 * The pane for the selected block or group. When another block is selected, the canvas is drawn first: the pane shows
 * the old fields until that frame is painted. Letters that somebody types into a field are shown at once.
 */
export function BlockPane() {
  const selection = useEditorState((state) => state.selection);
  const group = useEditorState(({ flow }) => flow.groups.find(({ id }) => id === selection?.groupId));
  const block = group?.blocks.find(({ id }) => id === selection?.blockId);
  const now = useMemo(
    () => ({ partId: block?.id ?? group?.id, fields: fieldsOf(group, block) }),
    [group, block],
  );
  const drawn = useAfterPaint(now, useIsFieldRequested());
  const isDrawn = drawn.partId === now.partId;
  const body = useRequestedField(isDrawn);
  return (
    <div ref={body} className={panes.body} aria-busy={!isDrawn}>
      {isDrawn ? now.fields : drawn.fields}
    </div>
  );
}

function fieldsOf(group: FlowGroup | undefined, block: FlowBlock | undefined): ReactNode {
  if (!group) return <NothingSelected />;
  return block ? <OneBlock block={block} group={group} /> : <OneGroup key={group.id} group={group} />;
}

function NothingSelected() {
  const { t } = useTranslation("stories");
  return <p className={panes.note}>{t("nothingSelected")}</p>;
}

/** Focuses the field that `fieldRequest` of the editor names, once the fields of the selection are drawn. */
function useRequestedField(areFieldsDrawn: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const fieldRequest = useEditorState((editor) => editor.fieldRequest);
  const { followedField } = useEditor();
  useEffect(() => {
    if (!body.current || !areFieldsDrawn || fieldRequest.count === followedField.count) return;
    followedField.count = fieldRequest.count;
    const first = "input, textarea, select:not([aria-label])";
    const selectors = {
      first: [first],
      next: ["[data-exits] select"],
      wrong: [`[data-path="${CSS.escape(fieldRequest.path ?? "")}"]`, '[aria-invalid="true"]', first],
    }[fieldRequest.field];
    for (const selector of [...selectors, "button"]) {
      const found = body.current.querySelector<HTMLElement>(selector);
      if (!found) continue;
      found.focus();
      return;
    }
  });
  return body;
}

function OneBlock({ block, group }: { block: FlowBlock; group: FlowGroup }) {
  const { canEdit } = useBuilder();
  return (
    <FieldsOf block={block}>
      {canEdit && (
        <BlockActions
          blockId={block.id}
          groupId={group.id}
          index={group.blocks.indexOf(block)}
          count={group.blocks.length}
        />
      )}
      <ProblemsOf groupId={group.id} blockId={block.id} />
      {hasTexts(block) && <LanguageTabs blockId={block.id} />}
      <div className={fields.fields} id="story-language-panel">
        {/*
          Only the form starts anew for each block, because it has a state. The other elements stay, among them
          selects with hundreds of options.
        */}
        <BlockForm key={block.id} block={block} />
      </div>
      <Exits block={block} group={group} />
    </FieldsOf>
  );
}

/** Chooses the language whose texts are edited. A dot marks a language with missing or outdated texts. */
const LanguageTabs = memo(function LanguageTabs({ blockId }: { blockId: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { languages, storyId } = useBuilder();
  const problems = useProblems(({ list }) => list);
  const language = useEditorState((state) => state.language);
  const { data: texts } = useBotTexts();
  const outdated = useOutdatedFields(blockId, language);
  if (languages.length < 2) return null;
  const isOutdated = (one: string) =>
    texts?.outdated.some(
      ({ container_id, field, language }) =>
        container_id === storyId && placeInStory(field).blockId === blockId && language === one,
    ) === true;
  const isMissing = (one: string) =>
    problems.some(
      ({ block_id, code, detail }) => block_id === blockId && code === "missing_language" && detail === one,
    );
  return (
    <>
      <Tabs
        id="story-language"
        label={t("languageOfTexts")}
        tabs={languages.map((key) => ({
          key,
          label: `${languageNames[key]}${isMissing(key) || isOutdated(key) ? " •" : ""}`,
        }))}
        open={language}
        onOpen={editor.setLanguage}
      />
      {outdated.length > 0 && <p className={panes.note}>{t("outdatedBlock")}</p>}
    </>
  );
});

interface ActionsProps {
  blockId: string;
  groupId: string;
  /** The block's index in its group, and how many blocks the group has. */
  index: number;
  count: number;
}

// The buttons get the block's id and not the block itself. So a typed letter, which makes a new block object, does
// not render them again.
const BlockActions = memo(function BlockActions({ blockId, groupId, index, count }: ActionsProps) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const move = (to: number) => editor.edit((flow) => moveBlock(flow, blockId, groupId, to));
  function duplicate(): void {
    const block = findBlock(editor.get().flow, blockId)?.block;
    if (!block) return;
    const copy = withNewIds(block);
    editor.edit((flow) => insertBlock(flow, groupId, copy, index + 1));
    editor.select({ groupId, blockId: copy.id });
  }
  function remove(): void {
    const blocks = findBlock(editor.get().flow, blockId)?.group.blocks ?? [];
    const next = blocks[index + 1] ?? blocks[index - 1];
    editor.edit((flow) => removeBlock(flow, blockId));
    editor.select({ groupId, blockId: next?.id ?? null }, { focus: true });
  }
  return (
    <div className={panes.actions}>
      <IconButton label={t("moveUp")} disabled={index === 0} onClick={() => move(index - 1)}>
        <IconArrowUp {...icon} />
      </IconButton>
      <IconButton label={t("moveDown")} disabled={index === count - 1} onClick={() => move(index + 2)}>
        <IconArrowDown {...icon} />
      </IconButton>
      <IconButton label={t("duplicateBlock")} onClick={duplicate}>
        <IconCopy {...icon} />
      </IconButton>
      <IconButton label={t("removeBlock")} onClick={remove}>
        <IconTrash {...icon} />
      </IconButton>
      <MoveTo blockId={blockId} groupId={groupId} />
    </div>
  );
});

/** A select that moves a block to another group, for people who cannot drag it. */
function MoveTo({ blockId, groupId }: { blockId: string; groupId: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const left = useEditorState(({ flow }) =>
    flow.groups
      .filter(({ id, blocks }) => id === groupId || blocks.length >= flowLimits.blocksOfGroup)
      .map(({ id }) => id)
      .join(" "),
  );
  function moveTo(chosen: string): void {
    const isNew = chosen === newGroup;
    const id = isNew ? newPartId() : chosen;
    editor.edit((before) => {
      const near = before.groups.find((group) => group.id === groupId);
      const flow = isNew ? addGroup(before, placeBeside(before, near), [], id) : before;
      return moveBlock(flow, blockId, id, flowLimits.blocksOfGroup);
    });
    editor.select({ groupId: id, blockId }, { show: true });
  }
  return (
    <Select
      borderless
      className={panes.moveTo ?? ""}
      aria-label={t("moveTo")}
      value=""
      onChange={({ currentTarget: { value } }) => moveTo(value)}
    >
      <option value="" disabled>
        {t("moveTo")}
      </option>
      <GroupOptions without={left} />
      <option value={newGroup}>{t("toNewGroup")}</option>
    </Select>
  );
}

function OneGroup({ group }: { group: FlowGroup }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const { canEdit } = useBuilder();
  const isStart = useEditorState(({ flow }) => flow.start === group.id);
  const isOnly = useEditorState(({ flow }) => flow.groups.length === 1);
  function remove(): void {
    editor.edit((flow) => removeGroups(flow, new Set([group.id])));
    editor.select({ groupId: editor.get().flow.start, blockId: null }, { focus: true, pane: null });
  }
  return (
    <>
      <ProblemsOf groupId={group.id} blockId={null} />
      <TextField
        label={t("groupTitle")}
        description={t("groupTitleHint")}
        value={group.title}
        maxLength={textLimits.title}
        readOnly={!canEdit}
        onChange={({ currentTarget: { value: title } }) =>
          editor.edit(
            (flow) => changeGroup(flow, group.id, (one) => ({ ...one, title })),
            `${group.id} title`,
          )
        }
      />
      {isStart && <p className={panes.note}>{t("isStart")}</p>}
      {canEdit && (
        <div className={panes.buttons}>
          <Button onClick={() => editor.openPane("add")}>{t("addBlock")}</Button>
          {!isStart && (
            <Button onClick={() => editor.edit((flow) => ({ ...flow, start: group.id }))}>
              {t("makeStart")}
            </Button>
          )}
          {!isOnly && (
            <Button kind="danger" onClick={remove}>
              {t("removeGroup")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
