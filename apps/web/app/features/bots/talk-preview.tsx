import type { LastTalkMessage } from "@kakehashi/contract/bot-livechat";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useReader } from "../auth/reader.ts";
import { isInForeignLanguage } from "../conversations/in-reader-language.ts";
import { createMessagePreview } from "../conversations/preview.ts";

interface TalkPreviewProps {
  message: LastTalkMessage;
  /** The id of the visitor, whose messages are shown without a name. */
  visitorId: string;
  className: string | undefined;
}

/** The last message of a chat with a visitor on one line, in the reader's language. */
export function TalkPreview({ message, visitorId, className }: TalkPreviewProps) {
  const { t } = useTranslation("conversations");
  const reader = useReader();
  const translation = isInForeignLanguage(message, reader)
    ? message.translations.find(({ language }) => language === reader.ownLanguage)
    : undefined;
  const { user_id, user_name: name, kind, besides } = message;
  const outsideContent = besides === null ? undefined : { location: besides === "LOCATION" ? {} : undefined };
  const { text, lang } = createMessagePreview({ ...message, ...translation, outside: outsideContent }, t);
  // Do not show the author of the visitor's messages, nor of notes, which are always from a colleague.
  const hidesAuthor = user_id === visitorId || kind === "NOTE";
  return (
    <span className={className} lang={lang}>
      {hidesAuthor
        ? text
        : user_id === reader.userId
          ? t("previewOwn", { text })
          : t("previewBy", { name, text })}
    </span>
  );
}
