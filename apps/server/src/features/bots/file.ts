import type { Bot } from "@kakehashi/contract/bots";
import { type BotFile, botFileFormat, botFileVersion } from "@kakehashi/contract/flows/file";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { newId } from "../../kit/ids.ts";

interface Story {
  readonly id: string;
  readonly name: string;
  readonly flow: Flow;
}

export const fileOf = ({ name, languages, platforms, hours }: Bot, stories: readonly Story[]): BotFile => ({
  format: botFileFormat,
  version: botFileVersion,
  bot: { name, languages, platforms, hours },
  flows: stories.map(({ id, name, flow }) => ({ id, name, flow })),
});

/** Gives copied or imported stories new ids, and changes their jumps to these ids. */
export function withNewIds(stories: readonly Story[]): Story[] {
  const ids = new Map(stories.map(({ id }) => [id, newId()]));
  return stories.map(({ id, name, flow }) => ({
    id: ids.get(id) ?? newId(),
    name,
    flow: {
      ...flow,
      groups: flow.groups.map((group) => ({
        ...group,
        blocks: group.blocks.map((block) =>
          // A jump to a story that was not copied gets no target. The validator then reports it.
          block.type === "jump" ? { ...block, flow_id: ids.get(block.flow_id ?? "") ?? null } : block,
        ),
      })),
    },
  }));
}
