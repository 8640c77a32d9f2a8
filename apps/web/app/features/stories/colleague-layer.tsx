import { Panel, useStore as useCanvas } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { initialsOf } from "../../kit/ui/avatar.tsx";
import styles from "./colleague-layer.module.css";
import type { StoryColleague } from "./colleagues.ts";
import { useStoreSelector, useStoryDrawing } from "./editor.ts";
import { groupWidthPx, spanOfBlock } from "./geometry.ts";
import { computeNameTagOffsets } from "./tag-places.ts";
import { useColleagueTracker } from "./use-colleagues.ts";

const selectAllColleagues = (colleagues: readonly StoryColleague[]) => colleagues;

/** Shows who else edits the story: their names, the positions of their pointers, and what they have selected. */
export function ColleaguesOnCanvas() {
  const { t } = useTranslation("stories");
  const colleagues = useStoreSelector(useColleagueTracker(), selectAllColleagues);
  if (colleagues.length === 0) return null;
  return (
    <>
      <ColleagueOverlay colleagues={colleagues} />
      <Panel position="top-left" className={styles.panel ?? ""}>
        <ul className={styles.names} aria-label={t("alsoEditing")}>
          {colleagues.map(({ id, name, tone }) => (
            <li key={id} className={styles.name} data-tone={tone}>
              <span className={styles.initials} aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span className={styles.whole}>{name}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/**
 * A layer over the canvas that moves and zooms with the canvas. It is separate from the blocks, so that a moving
 * pointer does not paint the blocks again.
 */
function ColleagueOverlay({ colleagues }: { colleagues: readonly StoryColleague[] }) {
  const zoom = useCanvas(({ transform }) => transform[2]);
  const tagOffsets = computeNameTagOffsets(colleagues, zoom);
  const transform = useCanvas(({ transform: [x, y, zoom] }) => `translate(${x}px, ${y}px) scale(${zoom})`);
  return (
    <div className={styles.frame} aria-hidden="true">
      <div className={styles.layer} style={{ transform }}>
        {colleagues.map((colleague) => (
          <ColleagueMarks
            key={colleague.id}
            colleague={colleague}
            tagDownPx={tagOffsets.get(colleague.id)?.pointerNameTagDownPx ?? 0}
            tagUpPx={tagOffsets.get(colleague.id)?.selectionNameTagUpPx ?? 0}
          />
        ))}
      </div>
    </div>
  );
}

interface ColleagueMarksProps {
  colleague: StoryColleague;
  /**
   * Moves this colleague's name tags: down at the pointer and up at the selection, in pixels, so that no tag covers
   * another. `computeNameTagOffsets` computes the values.
   */
  tagDownPx: number;
  tagUpPx: number;
}

const ColleagueMarks = memo(function ColleagueMarksContent({
  colleague,
  tagDownPx,
  tagUpPx,
}: ColleagueMarksProps) {
  const { name, tone, cursor, selected } = colleague;
  const scale = useCanvas(({ transform }) => 1 / transform[2]);
  return (
    <>
      {selected && (
        <SelectionOutline selected={selected} name={name} tone={tone} scale={scale} tagUpPx={tagUpPx} />
      )}
      {cursor && (
        <div
          className={styles.cursor}
          data-tone={tone}
          style={{ transform: `translate(${cursor.x}px, ${cursor.y}px)` }}
        >
          <div className={styles.scaled} style={{ transform: `scale(${scale})` }}>
            <svg className={styles.arrow} width="16" height="18" viewBox="0 0 16 18" aria-hidden="true">
              <path d="M1 1v13.5l3.7-3.3 2.4 5.3 2.6-1.2-2.4-5.1H13z" />
            </svg>
            <span className={styles.tag} style={{ transform: `translateY(${tagDownPx}px)` }}>
              {name}
            </span>
          </div>
        </div>
      )}
    </>
  );
});

interface SelectionOutlineProps
  extends Pick<StoryColleague, "name" | "tone">,
    Pick<ColleagueMarksProps, "tagUpPx"> {
  selected: NonNullable<StoryColleague["selected"]>;
  scale: number;
}

function SelectionOutline({
  selected: { group_id, block_id },
  name,
  tone,
  scale,
  tagUpPx,
}: SelectionOutlineProps) {
  const groupShape = useStoryDrawing(({ renderDataByGroupId: views }) => views.get(group_id)?.geometry.shape);
  // Get the group's position from the canvas library, because the editor does not have it while the group is dragged.
  const x = useCanvas(({ nodeLookup }) => nodeLookup.get(group_id)?.internals.positionAbsolute.x);
  const y = useCanvas(({ nodeLookup }) => nodeLookup.get(group_id)?.internals.positionAbsolute.y);
  // The colleague has selected a new block that this page does not have yet. Show nothing until the colleague's page
  // has saved it.
  const isBlockOnPage = block_id === null || groupShape?.blocksWithExits.some(({ id }) => id === block_id);
  if (!groupShape || !isBlockOnPage || x === undefined || y === undefined) return null;
  const { top, height } =
    block_id === null ? { top: 0, height: groupShape.height } : spanOfBlock(groupShape, block_id);
  return (
    <div
      className={styles.outline}
      data-tone={tone}
      style={{ transform: `translate(${x}px, ${y + top}px)`, width: groupWidthPx, height }}
    >
      <span
        className={`${styles.tag} ${styles.onOutline}`}
        style={{ transform: `scale(${scale}) translateY(${-tagUpPx}px)` }}
      >
        {name}
      </span>
    </div>
  );
}
