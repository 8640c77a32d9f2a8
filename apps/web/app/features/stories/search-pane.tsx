import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { foldText } from "@kakehashi/contract/fold";
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { BlockIcon } from "./block-icon.tsx";
import { useEditor, useEditorState } from "./editor.ts";
import panes from "./panes.module.css";
import { type BlockSummaryFunctions, groupTitleOf, useBlockSummaryFunctions } from "./summary.ts";

/** The search shows at most this many results. To find others, people type more words. */
const maximumShownResults = 200;

interface SearchableBlock {
  /** The description of the block in one line, as in the list of results. */
  readonly line: string;
  /** The block's `line` and all its texts in all languages, normalized for the search. */
  readonly words: string;
}

const searchableBlockOf = (block: FlowBlock, line: string): SearchableBlock => {
  const texts = JSON.stringify(block, (key, value) => (key === "id" || key === "type" ? undefined : value));
  return { line, words: `${foldText(line)}\n${foldText(texts)}` };
};

/**
 * Returns a function that computes the searchable text of a block. The result is cached by block object, because a
 * changed block is a new object.
 */
function createSearchableBlocks({ inLine }: BlockSummaryFunctions): (block: FlowBlock) => SearchableBlock {
  const searchableByBlock = new WeakMap<FlowBlock, SearchableBlock>();
  return (block) => {
    const searchableBlock = searchableByBlock.get(block) ?? searchableBlockOf(block, inLine(block));
    searchableByBlock.set(block, searchableBlock);
    return searchableBlock;
  };
}

/** A result of the search in a story: a group, or a block in a group. */
interface SearchHit {
  readonly groupId: string;
  /** The found block. Null if a group was found. */
  readonly block: FlowBlock | null;
  readonly line: string;
}

/** Returns a function that finds the groups and blocks of a story that contain the searched words. */
function useStorySearch(): (flow: Flow, words: string) => SearchHit[] {
  const { t } = useTranslation("stories");
  const summaries = useBlockSummaryFunctions();
  const searchableOf = useMemo(() => createSearchableBlocks(summaries), [summaries]);
  return useCallback(
    (flow, searchWords) =>
      flow.groups.flatMap((group): SearchHit[] => {
        const name = groupTitleOf(t, flow, group.id);
        const isGroup = searchWords === "" || foldText(name).includes(searchWords);
        const blocks = group.blocks.filter(
          (block) => searchWords === "" || searchableOf(block).words.includes(searchWords),
        );
        return [
          ...(isGroup || blocks.length > 0 ? [{ groupId: group.id, block: null, line: name }] : []),
          ...blocks.map((block) => ({ groupId: group.id, block, line: searchableOf(block).line })),
        ];
      }),
    [t, searchableOf],
  );
}

/**
 * A pane that lists all groups and blocks of a story, filtered by words. A click on an entry selects it on the canvas.
 * Enter selects the first found block.
 */
export function SearchPane() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const findHits = useStorySearch();
  const [typedText, setTypedText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // The words to search for. Null until the search field has been rendered, so that the pane opens before the list of
  // all blocks is ready.
  const searchedWords = useDeferredValue<string | null>(foldText(typedText).trim(), null);
  function openFirstHit(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Search again on Enter, because the listed results may still be those of an earlier search text.
    const searchText = foldText(typedText).trim();
    const hits = searchText === "" ? [] : findHits(editor.get().flow, searchText);
    const hit = hits.find(({ block }) => block !== null) ?? hits[0];
    if (!hit) return;
    event.preventDefault();
    editor.select({ groupId: hit.groupId, blockId: hit.block?.id ?? null }, { pane: "block", focus: true });
  }
  return (
    <div className={panes.body}>
      <SearchField
        ref={field}
        label={t("searchBlocks")}
        value={typedText}
        onChange={setTypedText}
        onKeyDown={openFirstHit}
      />
      {searchedWords !== null && <SearchHitList words={searchedWords} find={findHits} />}
    </div>
  );
}

/** The list of search results, in a component of its own, so that a typed letter appears before the new results. */
const SearchHitList = memo(function SearchHitListContent({
  words,
  find,
}: {
  words: string;
  find: ReturnType<typeof useStorySearch>;
}) {
  const { t } = useTranslation("stories");
  const flow = useEditorState((state) => state.flow);
  const hits = find(flow, words);
  return (
    <>
      <ul className={panes.rows}>
        {hits.slice(0, maximumShownResults).map(({ groupId, block, line }) => (
          <SearchRow
            key={block?.id ?? groupId}
            groupId={groupId}
            blockId={block?.id ?? null}
            type={block?.type ?? null}
            line={line}
          />
        ))}
      </ul>
      {hits.length === 0 && <p className={panes.note}>{t("nothingFound")}</p>}
      {hits.length > maximumShownResults && <p className={panes.note}>{t("moreFound")}</p>}
    </>
  );
});

interface RowProps {
  groupId: string;
  blockId: string | null;
  /** The kind of the found block. Null for a group. */
  type: FlowBlock["type"] | null;
  line: string;
}

const SearchRow = memo(function SearchHitRow({ groupId, blockId, type, line }: RowProps) {
  const editor = useEditor();
  return (
    <li className={panes.found}>
      <button
        type="button"
        className={panes.row}
        data-inner={type !== null || undefined}
        onClick={() => editor.select({ groupId, blockId }, { pane: "block", focus: true })}
      >
        {type && <BlockIcon type={type} />}
        <span className={panes.line}>{line}</span>
      </button>
    </li>
  );
});
