import { languages } from "../languages.ts";
import { listTextsOfBlock, mapBlockTexts } from "./block-texts.ts";
import type { FlowBlock } from "./blocks.ts";
import type { Flow, FlowGroup } from "./flow.ts";
import { isSameJson } from "./same-json.ts";
import type { PartialTextsByLanguage } from "./texts.ts";
import {
  isChangedByBoth,
  type MergeVersions,
  mapVersions,
  matchVersionsByKey,
  mergeOrder,
  mergeValuePreferringMine,
} from "./three-sides.ts";

export interface MergedFlow {
  readonly flow: Flow;
  /**
   * The ids of blocks that both people changed in different ways. The merged flow contains these blocks as in my flow,
   * so the changes to them in the other person's flow are lost.
   */
  readonly overwrittenBlockIds: readonly string[];
}

type Edge = Flow["edges"][number];
type Variable = Flow["variables"][number];

interface PlacedBlock {
  readonly block: FlowBlock;
  readonly groupId: string;
}
const listPlacedBlocks = ({ groups }: Flow): PlacedBlock[] =>
  groups.flatMap(({ id, blocks }) => blocks.map((block) => ({ block, groupId: id })));

/**
 * Merges one language of a text in a three-way merge. `isLost`: both versions changed this text, and the text of `mine`
 * won, so the text of `theirs` is lost. If both versions changed the text, an empty text never wins.
 */
function mergeText({ base = "", mine = "", theirs = "" }: MergeVersions<string>): {
  text: string;
  isLost: boolean;
} {
  if (mine === base || mine === theirs) return { text: theirs, isLost: false };
  if (theirs === base || theirs === "") return { text: mine, isLost: false };
  return mine === "" ? { text: theirs, isLost: false } : { text: mine, isLost: true };
}

const removeTexts = (block: FlowBlock): FlowBlock => mapBlockTexts(block, () => ({}));

/**
 * Merges a block that both versions changed. Texts are merged language by language, because somebody may translate a
 * text while an editor changes it in another language. `isOverwritten`: the merged block lacks a change of `theirs`,
 * because `mine` won.
 */
function mergeBlock({
  base,
  mine,
  theirs,
}: MergeVersions<FlowBlock>): { block: FlowBlock; isOverwritten: boolean } | null {
  if (!base || !mine || !theirs || mine.type !== theirs.type || mine.type !== base.type) return null;
  const blocksWithoutTexts = mapVersions({ base, mine, theirs }, removeTexts);
  const [baseTexts, myTexts, theirTexts] = [base, mine, theirs].map(
    (block) => new Map(listTextsOfBlock(block).map(({ field, texts }) => [field, texts])),
  );
  let isOverwritten = isChangedByBoth(blocksWithoutTexts);
  const block = mapBlockTexts(
    isSameJson(blocksWithoutTexts.mine, blocksWithoutTexts.base) ? theirs : mine,
    ({ field }) => {
      const mergedTexts: PartialTextsByLanguage = {};
      for (const language of languages) {
        const [baseText, myText, theirText] = [baseTexts, myTexts, theirTexts].map(
          (texts) => texts?.get(field)?.[language],
        );
        const { text, isLost } = mergeText({ base: baseText, mine: myText, theirs: theirText });
        if (text !== "" || myText !== undefined || theirText !== undefined) mergedTexts[language] = text;
        isOverwritten ||= isLost;
      }
      return mergedTexts;
    },
  );
  return { block, isOverwritten };
}

/**
 * Merges two changes of one story, block by block. `myChangedFlow` and `theirFlow` are two changed copies of
 * `baseFlow`. Changes of different blocks, edges, groups and variables are all kept. If both copies changed the same
 * one, the change in `myChangedFlow` wins. If one copy changed it and the other deleted it, it stays changed.
 *
 * The server uses this function when somebody saves changes of an outdated draft. The story editor uses it when another
 * person has saved. This is a pure function. The result may have more blocks, edges, groups or variables than
 * `flowLimits` allow.
 */
export function mergeFlows(baseFlow: Flow, myChangedFlow: Flow, theirFlow: Flow): MergedFlow {
  const myFlow = shareVariablesByName(myChangedFlow, theirFlow);
  const flowVersions = [baseFlow, myFlow, theirFlow] as const;
  const overwrittenBlockIds: string[] = [];
  const blocks = new Map<string, PlacedBlock>();
  const versionsById = matchVersionsByKey(flowVersions.map(listPlacedBlocks), ({ block }) => block.id);
  for (const [id, blockVersions] of versionsById) {
    const content = mapVersions(blockVersions, ({ block }) => block);
    const mergedBlock = isChangedByBoth(content)
      ? (mergeBlock(content) ?? { block: undefined, isOverwritten: true })
      : null;
    if (mergedBlock?.isOverwritten) overwrittenBlockIds.push(id);
    const block = mergedBlock?.block ?? mergeValuePreferringMine(content);
    const mergedGroupId = mergeValuePreferringMine(mapVersions(blockVersions, ({ groupId }) => groupId));
    const groupId = mergedGroupId ?? (blockVersions.mine ?? blockVersions.theirs)?.groupId;
    if (block && groupId !== undefined) blocks.set(id, { block, groupId });
  }
  const groups = mergeGroups(flowVersions, blocks);
  const groupIds = new Set(groups.map(({ id }) => id));
  const edges: Edge[] = [];
  const createEdgeKey = ({ from: { block_id, item_id = "" } }: Edge) => `${block_id} ${item_id}`;
  for (const edgeVersions of matchVersionsByKey(
    flowVersions.map((flow) => flow.edges),
    createEdgeKey,
  ).values()) {
    const owner = versionsById.get(
      (edgeVersions.mine ?? edgeVersions.theirs ?? edgeVersions.base)?.from.block_id ?? "",
    );
    // If one version deleted a block and the other changed it, the block's edges come from the version that kept the
    // block.
    const edge = !owner?.mine
      ? edgeVersions.theirs
      : !owner.theirs
        ? edgeVersions.mine
        : mergeValuePreferringMine(edgeVersions);
    if (edge && blocks.has(edge.from.block_id) && groupIds.has(edge.to.group_id)) edges.push(edge);
  }
  const start =
    mergeValuePreferringMine({ base: baseFlow.start, mine: myFlow.start, theirs: theirFlow.start }) ??
    baseFlow.start;
  return {
    flow: {
      start: groupIds.has(start) ? start : (groups[0]?.id ?? start),
      groups,
      edges: assignUniqueIds(edges),
      variables: [
        ...matchVersionsByKey(
          flowVersions.map(({ variables }) => variables),
          ({ id }) => id,
        ).values(),
      ].flatMap((variableVersions) => mergeValuePreferringMine(variableVersions) ?? []),
    },
    overwrittenBlockIds,
  };
}

function mergeGroups(
  flowsOfSides: readonly [Flow, Flow, Flow],
  blocks: ReadonlyMap<string, PlacedBlock>,
): FlowGroup[] {
  const blockIdsByGroup = new Map<string, Set<string>>();
  for (const [id, { groupId }] of blocks)
    blockIdsByGroup.set(groupId, (blockIdsByGroup.get(groupId) ?? new Set()).add(id));
  const groups = new Map<string, FlowGroup>();
  for (const [id, groupVersions] of matchVersionsByKey(
    flowsOfSides.map((flow) => flow.groups),
    (group) => group.id,
  )) {
    const blockIds = blockIdsByGroup.get(id) ?? new Set();
    const anyGroupVersion = groupVersions.mine ?? groupVersions.theirs ?? groupVersions.base;
    const isDeleted = groupVersions.base && (!groupVersions.mine || !groupVersions.theirs);
    // A deleted group stays if the other version has added blocks to it or moved blocks into it.
    if (!anyGroupVersion || (isDeleted && blockIds.size === 0)) continue;
    const order = mergeOrder(
      mapVersions(groupVersions, (group) => group.blocks.map((block) => block.id)),
      blockIds,
    );
    groups.set(id, {
      id,
      title:
        mergeValuePreferringMine(mapVersions(groupVersions, ({ title }) => title)) ?? anyGroupVersion.title,
      x: mergeValuePreferringMine(mapVersions(groupVersions, ({ x }) => x)) ?? anyGroupVersion.x,
      y: mergeValuePreferringMine(mapVersions(groupVersions, ({ y }) => y)) ?? anyGroupVersion.y,
      blocks: order.flatMap((blockId) => blocks.get(blockId)?.block ?? []),
    });
  }
  const [baseGroupIds, myGroupIds, theirGroupIds] = flowsOfSides.map((flow) =>
    flow.groups.map(({ id }) => id),
  );
  return mergeOrder(
    { base: baseGroupIds, mine: myGroupIds, theirs: theirGroupIds },
    new Set(groups.keys()),
  ).flatMap((id) => groups.get(id) ?? []);
}

/**
 * Lets both versions share variables with the same name. If both versions created a variable with this name, only the
 * variable of `theirs` stays, and the blocks of `mine` use it.
 */
function shareVariablesByName(myFlow: Flow, theirFlow: Flow): Flow {
  const variableIdByName = new Map(theirFlow.variables.map(({ id, name }) => [name, id]));
  const theirIds = new Set(theirFlow.variables.map(({ id }) => id));
  const theirIdByMyId = new Map<string, string>();
  for (const { id, name } of myFlow.variables) {
    const theirId = variableIdByName.get(name);
    if (theirId !== undefined && theirId !== id && !theirIds.has(id)) theirIdByMyId.set(id, theirId);
  }
  if (theirIdByMyId.size === 0) return myFlow;
  const replaceId = (key: string, value: unknown) =>
    key === "variable_id" && typeof value === "string" ? (theirIdByMyId.get(value) ?? value) : value;
  return {
    ...myFlow,
    variables: myFlow.variables.map(
      (variable): Variable => ({ ...variable, id: theirIdByMyId.get(variable.id) ?? variable.id }),
    ),
    groups: myFlow.groups.map((group) => ({
      ...group,
      blocks: group.blocks.map((block): FlowBlock => JSON.parse(JSON.stringify(block, replaceId))),
    })),
  };
}

/**
 * Gives an edge a new id if an edge before it has the same id. Both versions may have created edges with the same id.
 */
function assignUniqueIds(edges: readonly Edge[]): Edge[] {
  const seenEdgeIds = new Set<string>();
  return edges.map((edge) => {
    const id = seenEdgeIds.has(edge.id) ? `${edge.id.slice(0, 30)}-${seenEdgeIds.size}` : edge.id;
    seenEdgeIds.add(id);
    return id === edge.id ? edge : { ...edge, id };
  });
}
