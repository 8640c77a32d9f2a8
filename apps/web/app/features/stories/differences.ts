import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { isSameJson } from "@kakehashi/contract/flows/same-json";
import { type Language, languages } from "@kakehashi/contract/languages";

/** A difference between two drafts of a story: one value of a block. */
export interface FieldDifference {
  /** The language of the changed text. Null if the value does not depend on the language. */
  readonly language: Language | null;
  readonly before: string;
  readonly after: string;
}

export interface BlockDifference {
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly block: FlowBlock;
  /** The id of the changed block's group. For a removed block, the id of its former group. */
  readonly groupId: string;
  readonly fieldDifferences: readonly FieldDifference[];
}

export interface StoryDifferences {
  readonly blocks: readonly BlockDifference[];
  /** The number of changed lines between groups. */
  readonly lines: number;
  readonly titles: number;
  readonly variables: number;
  readonly isStartChanged: boolean;
}

const ignoredPropertyNames: ReadonlySet<string> = new Set(["id", "type"]);

/** Returns the values of a block, each under its path in the block. Leaves out ids, because people do not see them. */
function collectValuesByPath(
  value: unknown,
  path = "",
  valuesByPath = new Map<string, string>(),
): Map<string, string> {
  if (typeof value !== "object" || value === null) {
    if (value !== null && value !== undefined && value !== "") valuesByPath.set(path, String(value));
    return valuesByPath;
  }
  for (const [key, innerValue] of Object.entries(value))
    if (!ignoredPropertyNames.has(key))
      collectValuesByPath(innerValue, path === "" ? key : `${path}.${key}`, valuesByPath);
  return valuesByPath;
}

function fieldDifferencesOf(blockBefore: FlowBlock, blockAfter: FlowBlock): FieldDifference[] {
  const [valuesBefore, valuesAfter] = [collectValuesByPath(blockBefore), collectValuesByPath(blockAfter)];
  return [...new Set([...valuesBefore.keys(), ...valuesAfter.keys()])].flatMap((path) => {
    const [oldValue, newValue] = [valuesBefore.get(path) ?? "", valuesAfter.get(path) ?? ""];
    const lastKey = path.split(".").at(-1);
    return oldValue === newValue
      ? []
      : [
          {
            language: languages.find((knownLanguage) => knownLanguage === lastKey) ?? null,
            before: oldValue,
            after: newValue,
          },
        ];
  });
}

const placedBlocksOf = ({ groups }: Flow) =>
  new Map(groups.flatMap((group) => group.blocks.map((block) => [block.id, { block, groupId: group.id }])));

/** Returns how many entries differ between two lists. Entries with the same key are compared. */
function countDifferentEntries<T>(
  entriesBefore: readonly T[],
  entriesAfter: readonly T[],
  keyOf: (entry: T) => string,
): number {
  const [oldEntries, now] = [entriesBefore, entriesAfter].map(
    (list) => new Map(list.map((entry) => [keyOf(entry), entry])),
  );
  const keys = new Set([...(oldEntries?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...keys].filter((key) => !isSameJson(oldEntries?.get(key), now?.get(key))).length;
}

/** Compares two drafts of a story, block by block, in the order of the newer draft. Removed blocks come last. */
export function differencesOf(flowBefore: Flow, flowAfter: Flow): StoryDifferences {
  const [blocksBefore, blocksAfter] = [placedBlocksOf(flowBefore), placedBlocksOf(flowAfter)];
  const blocks: BlockDifference[] = [];
  for (const [id, { block, groupId }] of blocksAfter) {
    const oldPlacedBlock = blocksBefore.get(id);
    if (!oldPlacedBlock) blocks.push({ kind: "added", block, groupId, fieldDifferences: [] });
    else if (!isSameJson(oldPlacedBlock.block, block))
      blocks.push({
        kind: "changed",
        block,
        groupId,
        fieldDifferences: fieldDifferencesOf(oldPlacedBlock.block, block),
      });
    else if (oldPlacedBlock.groupId !== groupId)
      blocks.push({ kind: "moved", block, groupId, fieldDifferences: [] });
  }
  for (const [id, { block, groupId }] of blocksBefore)
    if (!blocksAfter.has(id)) blocks.push({ kind: "removed", block, groupId, fieldDifferences: [] });
  const lines = ({ edges }: Flow) => edges.map(({ from, to }) => ({ from, to }));
  const titlesOf = ({ groups }: Flow) => groups.map(({ id, title }) => ({ id, title }));
  return {
    blocks,
    lines: countDifferentEntries(
      lines(flowBefore),
      lines(flowAfter),
      ({ from }) => `${from.block_id} ${from.item_id ?? ""}`,
    ),
    titles: countDifferentEntries(titlesOf(flowBefore), titlesOf(flowAfter), ({ id }) => id),
    variables: countDifferentEntries(flowBefore.variables, flowAfter.variables, ({ id }) => id),
    isStartChanged: flowBefore.start !== flowAfter.start,
  };
}

/** Whether two drafts differ in anything visible. The positions of groups on the canvas do not count. */
export function hasDifferences(flowBefore: Flow, flowAfter: Flow): boolean {
  const {
    blocks,
    lines,
    titles,
    variables,
    isStartChanged: hasDifferentStart,
  } = differencesOf(flowBefore, flowAfter);
  return blocks.length + lines + titles + variables > 0 || hasDifferentStart;
}
