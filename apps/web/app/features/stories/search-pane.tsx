import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { fold } from "@kakehashi/contract/fold";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { BlockIcon } from "./block-icon.tsx";
import { useEditor, useEditorState } from "./editor.ts";
import panes from "./panes.module.css";
import { groupName, useSummaries } from "./summary.ts";

/** The most results that are shown. With more, people type a longer search text. */
const maximumShown = 200;

/** All texts of a block in all languages, folded for the search. */
const wordsOf = (block: FlowBlock): string =>
  fold(JSON.stringify(block, (key, value) => (key === "id" || key === "type" ? undefined : value)));

/** Lists all groups and blocks, filtered by words. A click on an entry selects it on the canvas. */
export function SearchPane() {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const flow = useEditorState((state) => state.flow);
  const summaries = useSummaries();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // Null until the field is drawn: the key that opens the pane does not wait for the list of all blocks.
  const words = useDeferredValue<string | null>(fold(typed).trim(), null);
  const found =
    words === null
      ? []
      : flow.groups.flatMap((group) => {
          const name = groupName(t, flow, group.id);
          const isGroup = words === "" || fold(name).includes(words);
          const blocks = group.blocks.filter(
            (block) =>
              words === "" || fold(summaries.inLine(block)).includes(words) || wordsOf(block).includes(words),
          );
          return [
            ...(isGroup || blocks.length > 0 ? [{ group, name, block: null }] : []),
            ...blocks.map((block) => ({ group, name, block })),
          ];
        });
  return (
    <div className={panes.body}>
      <SearchField ref={field} label={t("searchBlocks")} value={typed} onChange={setTyped} />
      <ul className={panes.rows}>
        {found.slice(0, maximumShown).map(({ group, name, block }) => (
          <li key={block?.id ?? group.id}>
            <button
              type="button"
              className={panes.row}
              data-inner={block !== null || undefined}
              onClick={() =>
                editor.select(
                  { groupId: group.id, blockId: block?.id ?? null },
                  { pane: "block", focus: true },
                )
              }
            >
              {block && <BlockIcon type={block.type} />}
              <span className={panes.line}>{block ? summaries.inLine(block) : name}</span>
            </button>
          </li>
        ))}
      </ul>
      {words !== null && found.length === 0 && <p className={panes.note}>{t("nothingFound")}</p>}
      {found.length > maximumShown && <p className={panes.note}>{t("moreFound")}</p>}
    </div>
  );
}
