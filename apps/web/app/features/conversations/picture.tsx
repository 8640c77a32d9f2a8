import type { ConversationHit } from "@kakehashi/contract/search";
import {
  IconBriefcase,
  IconHash,
  IconLifebuoy,
  IconNotebook,
  IconUser,
  IconUsersGroup,
} from "@tabler/icons-react";
import { AvatarWithPresence } from "../presence/avatar-with-presence.tsx";
import styles from "./picture.module.css";

const iconByKind = {
  MY_CHAT: IconNotebook,
  // The icon of a direct conversation whose other person is unknown.
  DIRECT: IconUser,
  GROUP: IconHash,
  TEAM: IconUsersGroup,
  CLIENT: IconBriefcase,
  SUPPORT: IconLifebuoy,
  OUTSIDE: IconLifebuoy,
} as const;

/** The other person's picture, or an icon for the kind of the conversation. */
export function ConversationPicture({
  conversation,
  size = 36,
}: {
  conversation: Pick<ConversationHit, "kind" | "partner">;
  size?: number;
}) {
  const { partner, kind } = conversation;
  if (partner) return <AvatarWithPresence person={partner} size={size} />;
  const Icon = iconByKind[kind];
  return (
    <span className={styles.picture} style={{ width: size, height: size }} aria-hidden="true">
      <Icon size={Math.round(size / 2)} stroke={1.7} />
    </span>
  );
}
