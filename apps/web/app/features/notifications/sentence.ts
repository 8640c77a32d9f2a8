import type { Notification } from "@kakehashi/contract/notifications";
import { useTranslation } from "react-i18next";

/** Where a notification leads. */
export function placeOf({ type, data }: Notification): string {
  if (data.conversation_id) {
    const found = new URLSearchParams({
      ...(data.parent_id && { thread: data.parent_id }),
      ...(data.message_id && { message: data.message_id }),
    });
    return `/chat/${data.conversation_id}${found.size > 0 ? `?${found}` : ""}`;
  }
  if (data.project) return `/projects/${data.project.id}`;
  if (type === "EXPORT_READY") return "/settings#data";
  return type === "ACCEPT_REQUEST_ACTIVE_ACCOUNT" || type === "ACTIVE_ACCOUNT" ? "/home" : "/profile";
}

/** A notification as a sentence in the reader's language. */
export function useSentence(): (notification: Notification) => string {
  const { t } = useTranslation("notifications");
  return ({ type, actor, data }) =>
    t(data.place && (type === "MENTION" || type === "REPLY") ? `${type}_IN` : type, {
      actor: actor?.name ?? t("someone"),
      project: data.project?.name ?? "",
      place: data.place ?? "",
      emoji: data.emoji ?? "",
    });
}
