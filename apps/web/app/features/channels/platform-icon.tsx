import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import styles from "./platform-icon.module.css";
import { platformNames } from "./platforms.ts";

/**
 * The shapes of Kakehashi's own icons for the platforms: a speech bubble with the platform's first letter. The
 * platforms' logos are not used.
 */
const platformBubbles: Readonly<Record<OutsidePlatform, { outlinePath: string; letter: string }>> = {
  MESSENGER: {
    outlinePath: "M10 1.5a8 8 0 0 0-6.2 13l-.6 4 3.8-1.6a8 8 0 0 0 3 .6 8 8 0 0 0 0-16Z",
    letter: "M6.8 12.4V7.2l3.2 3.4 3.2-3.4v5.2",
  },
  ZALO: {
    outlinePath:
      "M4.5 2h11A2.5 2.5 0 0 1 18 4.5v9a2.5 2.5 0 0 1-2.5 2.5H8l-3.6 2.7.4-2.7h-.3A2.5 2.5 0 0 1 2 13.5v-9A2.5 2.5 0 0 1 4.5 2Z",
    letter: "M7 6.3h6l-6 5.6h6",
  },
};

interface PlatformMarkProps {
  platform: OutsidePlatform;
  /** The width and height of the icon in pixels. */
  size?: number;
  showsName?: boolean;
}

export function PlatformIcon({ platform, size = 18, showsName = false }: PlatformMarkProps) {
  const { outlinePath, letter } = platformBubbles[platform];
  return (
    <svg
      className={styles.mark}
      data-platform={platform}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      role={showsName ? undefined : "img"}
      aria-label={showsName ? undefined : platformNames[platform]}
      aria-hidden={showsName || undefined}
    >
      <path className={styles.bubble} d={outlinePath} />
      <path className={styles.letter} d={letter} />
    </svg>
  );
}
