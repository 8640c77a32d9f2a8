import { useQuery } from "@tanstack/react-query";
import {
  botOfConversationQuery,
  livechatQuery,
  useLivechatUpdates,
} from "../../features/bots/livechat-queries.ts";
import { botQuery } from "../../features/bots/queries.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { MemberTalkMessages } from "./member-talk-messages.tsx";
import type { ChatPageProps } from "./talk-room.tsx";

interface ChatTalkProps extends Required<ChatPageProps> {
  conversationId: string;
}

/** A conversation with a visitor or customer inside the chat pages. Agents can answer it here as in the bot's inbox. */
export function TalkChatPage({ conversationId, ...chatPageProps }: ChatTalkProps) {
  const query = useQuery(botOfConversationQuery(conversationId));
  return (
    <LoadedContent query={query} rows={6} missingState={<MissingConversation />}>
      {({ bot_id }) => (
        <OutsideTalkInChat botId={bot_id} conversationId={conversationId} {...chatPageProps} />
      )}
    </LoadedContent>
  );
}

function OutsideTalkInChat({ botId, conversationId, ...chatPageProps }: ChatTalkProps & { botId: string }) {
  useLivechatUpdates(botId);
  const bot = useQuery(botQuery(botId));
  const talk = useQuery(livechatQuery(botId, conversationId));
  const combinedQuery = {
    data: bot.data && talk.data && { bot: bot.data, talk: talk.data },
    error: talk.error ?? bot.error,
    isFetching: talk.isFetching || bot.isFetching,
    refetch: () => Promise.all([bot.refetch(), talk.refetch()]),
  };
  return (
    <LoadedContent query={combinedQuery} rows={6} missingState={<MissingConversation />}>
      {(botAndTalk) => <MemberTalkMessages hasReopenButton {...botAndTalk} {...chatPageProps} />}
    </LoadedContent>
  );
}

function MissingConversation() {
  const { t } = useTranslation("bots");
  return <EmptyState title={t("chatMissing")} text={t("chatMissingText")} />;
}
