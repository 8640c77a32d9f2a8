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

type Icon = ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;

const icons: Readonly<Record<BlockType, Icon>> = {
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
  const Icon = icons[type];
  return <Icon size={size} stroke={1.7} aria-hidden="true" />;
}
