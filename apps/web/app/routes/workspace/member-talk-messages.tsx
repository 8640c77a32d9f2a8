import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import { Suspense } from "react";
import { useReplacementOfComposer } from "../../features/bots/use-no-composer.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { type ChatPageProps, TalkRoom } from "./talk-room.tsx";

const OutsideMessages = createLazyComponent(async () => {
  const [{ FetchedOutsideMessages: LoadedOutsideMessages }] = await Promise.all([
    import("./outside-messages.tsx"),
    loadTexts("channels"),
  ]);
  return LoadedOutsideMessages;
});

interface MemberTalkProps extends ChatPageProps {
  bot: Bot;
  talk: LivechatDetail;
  /** Whether to show a button that reopens a closed conversation. True if the page has no such button elsewhere. */
  hasReopenButton?: boolean;
}

/** The messages of a conversation with a visitor or customer, for members of the conversation. */
export function MemberTalkMessages({ talk, ...props }: MemberTalkProps) {
  const { t } = useTranslation("common");
  if (talk.source === "WEB") return <WidgetMessages talk={talk} {...props} />;
  return (
    <Suspense fallback={<SkeletonRows count={6} label={t("loading")} />}>
      <OutsideMessages id={talk.conversation_id} {...props} />
    </Suspense>
  );
}

/** The conversation with a visitor who writes in the web widget. */
function WidgetMessages({ bot, talk, hasReopenButton = false, ...chatPageProps }: MemberTalkProps) {
  const { t } = useTranslation("bots");
  const closedReason = useReplacementOfComposer({ bot, talk, hasReopenButton });
  return (
    <TalkRoom
      bot={bot}
      talk={talk}
      composerHint={t("chatThreads")}
      closedReason={closedReason}
      {...chatPageProps}
    />
  );
}
