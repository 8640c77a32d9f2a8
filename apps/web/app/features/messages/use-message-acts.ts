import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { rememberEmoji } from "../emojis/emojis.ts";
import * as acts from "./acts.ts";

/** What one can do with a message, each telling how it went. */
export function useMessageActs() {
  const { t } = useTranslation("messages");
  const textOf = useErrorText();

  function run(work: Promise<unknown>, done?: string): void {
    work.then(
      () => done && toast(done),
      (error) => toast(textOf(error), "error"),
    );
  }

  return {
    react(message: Message, type: string): void {
      rememberEmoji(type);
      run(acts.react(message, type));
    },
    bookmark(message: Message): void {
      acts.bookmark(message).then(
        (marked) => toast(marked ? t("markedToast") : t("unmarkedToast")),
        (error) => toast(textOf(error), "error"),
      );
    },
    pin: (message: Message) => run(acts.pin(message, !message.pinned)),
    copyText: (message: Message) =>
      run(navigator.clipboard.writeText(withPlainMentions(message.content)), t("textCopied")),
    copyLink: (message: Message) => run(navigator.clipboard.writeText(acts.linkTo(message)), t("linkCopied")),
    async remove(message: Message): Promise<void> {
      const sure = await confirm({ title: t("deleteTitle"), text: t("deleteText"), action: t("delete") });
      if (sure) run(acts.remove(message));
    },
  };
}
