import { IconMoodPlus } from "@tabler/icons-react";

/** The smiley icon. `size` is the width of its button in pixels. */
export function EmojiIcon({ size }: { size: number }) {
  return <IconMoodPlus size={size > 30 ? 20 : 18} stroke={1.6} />;
}
