import { isLanguage } from "@kakehashi/contract/languages";
import type { Notification } from "@kakehashi/contract/notifications";
import { useTranslation } from "react-i18next";
import { otherName } from "../../kit/other-name.ts";

/** The address that a notification opens. */
export function addressOf({ type, data }: Notification): string {
  if (type === "TRANSLATION_HANDED_OVER" && data.message_id && data.language)
    return `/translations/${data.message_id}?to=${data.language}`;
  if (data.conversation_id) {
    const searchParams = new URLSearchParams({
      ...(data.parent_id && { thread: data.parent_id }),
      ...(data.message_id && { message: data.message_id }),
    });
    return `/chat/${data.conversation_id}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
  }
  if (data.project) return `/projects/${data.project.id}`;
  if (data.contact_id) return `/admin/contacts/${data.contact_id}`;
  if (type === "ACTIVATION_REQUESTED") return "/admin/activations";
  if (type === "EXPORT_READY") return "/settings#data";
  return type === "ACCEPT_REQUEST_ACTIVE_ACCOUNT" || type === "ACTIVE_ACCOUNT" ? "/home" : "/profile";
}

/**
 * A notification as a sentence in the reader's language. A person is named in both scripts, if the reader needs that.
 */
export function useNotificationText(): (notification: Notification) => string {
  const { t, i18n } = useTranslation("notifications");
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  return ({ type, actor, data }) =>
    t(
      data.place && (type === "MENTION" || type === "REPLY" || type === "TRANSLATION_HANDED_OVER")
        ? `${type}_IN`
        : type,
      {
        actor: actor ? [actor.name, otherName(actor, language)].filter(Boolean).join(" · ") : t("someone"),
        project: data.project?.name ?? "",
        place: data.place ?? "",
        emoji: data.emoji ?? "",
        sender: data.sender ?? t("someone"),
      },
    );
}
