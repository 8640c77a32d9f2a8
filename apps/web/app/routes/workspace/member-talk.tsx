import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useReplacementOfComposer } from "../../features/bots/use-no-composer.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyPart } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { type PlaceInChat, TalkRoom } from "./talk-room.tsx";

const OutsideMessages = createLazyPart(async () => {
  const [{ LoadedOutsideMessages }] = await Promise.all([
    import("./outside-messages.tsx"),
    loadTexts("channels"),
  ]);
  return LoadedOutsideMessages;
});

interface Props extends PlaceInChat {
  bot: Bot;
  talk: LivechatDetail;
  /** Whether a closed talk can be opened again here, because nothing else on the page offers it. */
  reopens?: boolean;
}

/** A talk for a member of its conversation, wherever the customer writes. */
export function MemberTalk({ talk, ...props }: Props) {
  const { t } = useTranslation("common");
  if (talk.source === "WEB") return <WebMessages talk={talk} {...props} />;
  return (
    <Suspense fallback={<SkeletonRows count={6} label={t("loading")} />}>
      <OutsideMessages id={talk.conversation_id} {...props} />
    </Suspense>
  );
}

/** The conversation with a visitor of the web page. */
function WebMessages({ bot, talk, reopens = false, ...place }: Props) {
  const { t } = useTranslation("bots");
  const closedReason = useReplacementOfComposer({ bot, talk, reopens });
  return <TalkRoom bot={bot} talk={talk} tip={t("chatThreads")} closedReason={closedReason} {...place} />;
}
