import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { hasTranslatableWords } from "@kakehashi/contract/spoken";
import { IconWriting } from "@tabler/icons-react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { useReader } from "../../auth/reader.ts";
import { useMentionableMembers } from "../../conversations/members.ts";
import { isTranslatedInto } from "./is-translated-into.ts";
import { useTranslationEditor } from "./translation-writing.tsx";
import { targetLanguagesFor } from "./writable-languages.ts";

/**
 * Returns the entries of a message's menu that open the translation editor below the message. There is one entry for
 * each language into which the reader may translate the message.
 */
export function useTranslationMenuEntries(message: Message) {
  const { t } = useTranslation(["room", "common"]);
  const reader = useReader();
  const people = useMentionableMembers(message.conversation_id);
  const writing = useTranslationEditor(message);
  if (!writing.mayOpenEditor || !hasTranslatableWords(message.content)) return [];
  return targetLanguagesFor(message, reader, people).map((language: Language) => ({
    language,
    Icon: IconWriting,
    text: t(isTranslatedInto(message, language) ? "editTranslationInto" : "translateHereInto", {
      language: t(`common:${languageTextKeys[language]}`),
    }),
    open: () => writing.openEditor(language),
  }));
}
