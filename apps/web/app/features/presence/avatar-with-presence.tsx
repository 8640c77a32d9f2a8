import type { UserSummary } from "@kakehashi/contract/users";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { usePresence } from "./presence.ts";

/** A person's profile picture, with a mark that shows whether the person is online. */
export function AvatarWithPresence({
  person,
  size,
}: {
  person: Pick<UserSummary, "id" | "name" | "avatar">;
  size: number;
}) {
  const presence = usePresence(person.id);
  const state = presence?.state;
  return (
    <Avatar
      id={person.id}
      name={person.name}
      image={person.avatar}
      size={size}
      {...(state && state !== "hidden" && { presence: state })}
    />
  );
}

/**
 * Returns a person's presence in words, with the time of the last visit. Null while the presence is unknown or hidden.
 */
export function usePresenceText(id: string | undefined): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const presence = usePresence(id);
  if (!presence || presence.state === "hidden") return null;
  const { state, last_seen_at } = presence;
  return state === "offline" && last_seen_at !== null
    ? t("lastSeen", { time: format.timeOrDay(last_seen_at) })
    : t(state);
}
