import { isLanguage } from "@kakehashi/contract/languages";
import type { Notification } from "@kakehashi/contract/notifications";
import { chooseOtherName } from "@kakehashi/contract/other-name";
import { formatVisitorName } from "@kakehashi/contract/shown-visitor-name";
import type { TFunction } from "i18next";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useAccount } from "../auth/session.ts";

/** The types of notifications to which a project's host must respond in the list of applicants. */
const applicationTypes: ReadonlySet<Notification["type"]> = new Set([
  "DEVELOPER_JOIN_PROJECT",
  "COMMUNICATOR_APPLY_PROJECT",
  "BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT",
]);

/** Whether the notification leads to the translators' page. */
const isForTranslatorsDesk = (type: Notification["type"]) =>
  type === "TRANSLATION_HANDED_OVER" || type === "TRANSLATION_SENT_BACK";

/** Returns the address of the page that a notification leads to. */
export function createNotificationPath({ type, data }: Notification): string {
  if (isForTranslatorsDesk(type) && data.message_id && data.language)
    return `/translations/${data.message_id}?to=${data.language}`;
  if (type === "BOT_TEXT_HANDED_OVER" && data.bot && data.bot_text && data.language) {
    const { container_id, field } = data.bot_text;
    return `/translations/bot?${new URLSearchParams({ bot: data.bot.id, to: data.language, in: container_id, field })}`;
  }
  if (type === "BOT_TEXTS_ASKED" && data.bot && data.language)
    return `/translations/bot?${new URLSearchParams({ bot: data.bot.id, to: data.language })}`;
  if (type === "BOT_PERSON_ADDED" && data.bot) return `/bots/${data.bot.id}`;
  // Link to the bot's settings and not to its stories, because a bot without stories can have texts to translate, too.
  if (type === "BOT_TEXTS_TRANSLATED" && data.bot) return `/bots/${data.bot.id}#bot-translations`;
  if (data.bot) return `/bots/${data.bot.id}/livechat/${data.conversation_id}`;
  if (data.conversation_id) {
    const searchParams = new URLSearchParams({
      ...(data.parent_id && { thread: data.parent_id }),
      ...(data.message_id && { message: data.message_id }),
    });
    return `/chat/${data.conversation_id}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
  }
  if (data.project)
    return `/projects/${data.project.id}${applicationTypes.has(type) ? "/members?tab=applicants" : ""}`;
  if (data.contact_id) return `/admin/contacts/${data.contact_id}`;
  if (type === "ACTIVATION_REQUESTED") return "/admin/activations";
  if (type === "EXPORT_READY" || type === "EXPORT_FAILED") return "/settings#data";
  return type === "ACCEPT_REQUEST_ACTIVE_ACCOUNT" || type === "ACTIVE_ACCOUNT" ? "/home" : "/profile";
}

/**
 * Returns the text key of a notification. If the reader is the person who has become a host, the text says "you"
 * instead of the reader's name.
 */
export function notificationTextKeyOf({ type, actor, data }: Notification, readerId: string | undefined) {
  if (type === "HOST_JOIN_PROJECT" && actor && actor.id === readerId) return "HOST_JOIN_PROJECT_YOU";
  const canNamePlace = type === "MENTION" || type === "REPLY" || isForTranslatorsDesk(type);
  if (data.asks_author) return data.place ? "QUESTION_IN" : "QUESTION";
  return data.place && canNamePlace ? (`${type}_IN` as const) : type;
}

/**
 * Returns the sentence of a notification in the reader's language. If the reader needs it, a person's name is given in
 * two scripts. The text file `notices` must be loaded.
 */
export function notificationTextOf(
  notification: Notification,
  { t, language, readerId }: { t: TFunction<"notices">; language: string; readerId: string | undefined },
): string {
  const { actor, data } = notification;
  const languageOfNames = isLanguage(language) ? language : "en";
  return t(notificationTextKeyOf(notification, readerId), {
    actor: actor
      ? [formatVisitorName(actor.name, languageOfNames), chooseOtherName(actor, languageOfNames)]
          .filter(Boolean)
          .join(" · ")
      : t("someone"),
    project: data.project?.name ?? "",
    place: formatVisitorName(data.place ?? "", languageOfNames),
    bot: data.bot?.name ?? "",
    language: data.language ? nativeLanguageNames[data.language] : "",
    emoji: data.emoji ?? "",
    sender: data.sender ?? t("someone"),
  });
}

/**
 * Returns a function that converts a notification into a sentence. The page must have loaded the text file `notices`.
 */
export function useNotificationTextFormatter(): (notification: Notification) => string {
  const { t, i18n } = useTranslation("notices");
  const readerId = useAccount()?.id;
  return (notification) => notificationTextOf(notification, { t, language: i18n.language, readerId });
}
