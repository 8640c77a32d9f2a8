import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import captions from "./captions.module.css";
import contextStyles from "./context.module.css";
import { ContextMessage } from "./context-message.tsx";

interface NearbyMessagesProps {
  message: Message;
  above: readonly Message[];
  below: readonly Message[];
  root: Message | null;
  replies: readonly Message[];
}

/** The messages before and after the translated message, and its thread. */
export function NearbyMessages({ message, above, below, root, replies }: NearbyMessagesProps) {
  const { t } = useTranslation("translations");
  return (
    <section aria-label={t("context")}>
      <h2 className={captions.heading}>{t("context")}</h2>
      <ol className={contextStyles.context}>
        {root && <ContextMessage message={root} />}
        {above.map((message) => (
          <ContextMessage key={message.id} message={message} />
        ))}
        <ContextMessage message={message} current />
        {below.map((message) => (
          <ContextMessage key={message.id} message={message} />
        ))}
      </ol>
      {replies.length > 0 && (
        <>
          <h2 className={captions.heading}>{t("thread")}</h2>
          <ol className={contextStyles.context}>
            {replies.map((message) => (
              <ContextMessage key={message.id} message={message} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
