import type { Flow } from "@kakehashi/contract/flows/flow";

const groupCount = 100;
const blocksPerGroup = 5;
const columnCount = 10;

/** A story of 500 texts in 100 groups. Each group leads to the next, and the last group ends the story. */
export function createLargeStory(): Flow {
  const createGroupId = (group: number) => `g${group}`;
  const groups = Array.from({ length: groupCount }, (_, group) => ({
    id: createGroupId(group),
    title: `Group ${group + 1}`,
    x: (group % columnCount) * 360,
    y: Math.floor(group / columnCount) * 420,
    blocks: Array.from({ length: blocksPerGroup }, (_, block) => ({
      id: `${createGroupId(group)}b${block}`,
      type: "text" as const,
      text: { en: `Text ${group * blocksPerGroup + block + 1} of a story that has many` },
    })),
  }));
  return {
    start: createGroupId(0),
    groups,
    edges: groups.slice(1).map(({ id }, previousIndex) => ({
      id: `e${previousIndex}`,
      from: { block_id: `${createGroupId(previousIndex)}b${blocksPerGroup - 1}` },
      to: { group_id: id },
    })),
    variables: [],
  };
}
