import { IconMoodPlus } from "@tabler/icons-react";

/** For a button of `size` pixels. */
export function EmojiIcon({ size }: { size: number }) {
  return <IconMoodPlus size={size > 30 ? 20 : 18} stroke={1.6} />;
}
