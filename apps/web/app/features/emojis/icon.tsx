import { IconMoodPlus } from "@tabler/icons-react";

/** The smiley icon of a button that is `size` pixels wide. */
export function EmojiIcon({ size }: { size: number }) {
  return <IconMoodPlus size={size > 30 ? 20 : 18} stroke={1.6} />;
}
