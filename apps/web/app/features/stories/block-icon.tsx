import type { BlockType } from "@kakehashi/contract/flows/blocks";
import {
  IconArrowForwardUp,
  IconClock,
  IconCursorText,
  IconFile,
  IconFlag,
  IconGitBranch,
  IconHeadset,
  IconId,
  IconListCheck,
  IconMessage,
  IconPhoto,
  IconTag,
  IconVariable,
  IconWorldUpload,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

type BlockIconComponent = ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;

const iconByBlockType: Readonly<Record<BlockType, BlockIconComponent>> = {
  text: IconMessage,
  image: IconPhoto,
  file: IconFile,
  card: IconId,
  choices: IconListCheck,
  ask: IconCursorText,
  condition: IconGitBranch,
  set: IconVariable,
  wait: IconClock,
  jump: IconArrowForwardUp,
  request: IconWorldUpload,
  handoff: IconHeadset,
  tag: IconTag,
  end: IconFlag,
};

export function BlockIcon({ type, size = 16 }: { type: BlockType; size?: number }) {
  const Icon = iconByBlockType[type];
  return <Icon size={size} stroke={1.7} aria-hidden="true" />;
}
