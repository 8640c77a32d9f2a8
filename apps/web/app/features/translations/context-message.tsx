import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import styles from "./context.module.css";

/** Returns the text without the lines that begin and end code blocks. */
const removeCodeFences = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("```"))
    .join("\n");

/** A message before or after the translated one: its author and its text. */
export function ContextMessage({
  message,
  current: isCurrent = false,
}: {
  message: Message;
  current?: boolean;
}) {
  const { t } = useTranslation("messages");
  const author = usePerson(message.user_id);
  return (
    <li data-current={isCurrent || undefined}>
      <span className={styles.author}>{author ? <PersonName person={author} /> : " "}</span>
      <span lang={message.language}>
        {message.deleted ? t("deleted") : removeCodeFences(replaceMentionsByNames(message.content))}
      </span>
    </li>
  );
}
