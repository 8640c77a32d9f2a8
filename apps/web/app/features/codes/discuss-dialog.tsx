import { createMessagePath } from "@kakehashi/contract/address";
import type { Snippet } from "@kakehashi/contract/codes";
import type { Conversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { FormFailure } from "../../kit/form.tsx";
import { ignoreErrorShownByForm } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useAllPages } from "../../kit/use-all-pages.ts";
import { conversationName } from "../conversations/name.ts";
import { ConversationPicture } from "../conversations/picture.tsx";
import { useConversation, useConversations } from "../conversations/use-conversations.ts";
import styles from "./discuss-dialog.module.css";
import parts from "./parts.module.css";

/** A note has at most this many characters, so that there is room for the link in the message. */
const maxNoteLength = 2_000;

/**
 * Returns the text of the message: the note, the snippet's title and its link. The title is written as code, so that
 * nothing in it becomes a mention or formatting.
 */
function messageTextOf({ slug, title }: Snippet, messageNote: string): string {
  const link = `\`${title.replaceAll("`", "'")}\`\n${location.origin}/codes/${slug}`;
  return messageNote.trim() === "" ? link : `${messageNote.trim()}\n\n${link}`;
}

/**
 * Returns the conversations to which the reader can send the snippet. The team's conversation of the snippet's project
 * comes first.
 */
function useConversationChoices(
  teamId: string | null,
  search: string,
  formatConversationName: (conversation: Conversation) => string,
) {
  const query = useConversations();
  // The search only filters the loaded conversations, so load the whole list.
  useAllPages(query, search.trim() !== "");
  const { conversation: teamConversation } = useConversation(teamId ?? "");
  const otherConversations = (query.list ?? []).filter(({ id }) => id !== teamId);
  const searchedName = search.trim().toLowerCase();
  const choices = [...(teamConversation ? [teamConversation] : []), ...otherConversations].filter(
    (conversation) => formatConversationName(conversation).toLowerCase().includes(searchedName),
  );
  return { choices, query };
}

/**
 * A dialog that sends a link to the snippet to one of the reader's conversations. Afterwards it opens this
 * conversation.
 */
export function DiscussDialog({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) {
  const { t } = useTranslation(["codes", "common"]);
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const getErrorText = useErrorText();
  const navigate = useNavigate();
  const name = useId();
  const [search, setSearch] = useState("");
  const [messageNote, setMessageNote] = useState("");
  const [chosenId, setChosenId] = useState(snippet.team_id);
  // If the message is sent again after a failure, it has the same id, so that the server stores it only once.
  const [clientId] = useState(() => crypto.randomUUID());
  const formatConversationName = (conversation: Conversation) => conversationName(conversation, tRoom);
  const { choices, query } = useConversationChoices(snippet.team_id, search, formatConversationName);
  const sendMutation = useMutation({
    mutationFn: async (id: string) => {
      const body = { client_id: clientId, content: messageTextOf(snippet, messageNote) };
      return (await call(sendMessage, { params: { id }, body })).data;
    },
    onError: ignoreErrorShownByForm,
    async onSuccess({ conversation_id, id, parent_id }) {
      onClose();
      await navigate(createMessagePath(conversation_id, id, parent_id));
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t("discussTitle")} widthPx={480}>
      <form
        className={styles.discuss}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosenId) sendMutation.mutate(chosenId);
        }}
      >
        <p className={styles.hint}>
          {snippet.project ? t("discussProject", { project: snippet.project.name }) : t("discussPrivate")}
        </p>
        <SearchField
          label={t("discussSearch")}
          placeholder={t("discussSearch")}
          value={search}
          onChange={setSearch}
        />
        <fieldset className={styles.rooms}>
          <legend className="visually-hidden">{t("discussWhere")}</legend>
          {!query.list && <SkeletonRows count={3} label={t("common:loading")} />}
          {query.list && choices.length === 0 && !query.hasNextPage && (
            <p className={styles.none}>{t("discussNone")}</p>
          )}
          {choices.map((conversation) => (
            <label key={conversation.id} className={styles.room}>
              <input
                type="radio"
                name={name}
                value={conversation.id}
                checked={conversation.id === chosenId}
                onChange={() => setChosenId(conversation.id)}
              />
              <ConversationPicture conversation={conversation} size={28} />
              <span className={parts.line}>{formatConversationName(conversation)}</span>
            </label>
          ))}
          <LoadMoreButton query={query} />
        </fieldset>
        <TextArea
          label={t("discussNote")}
          rows={2}
          maxLength={maxNoteLength}
          value={messageNote}
          onChange={({ currentTarget }) => setMessageNote(currentTarget.value)}
        />
        <FormFailure>{sendMutation.error && getErrorText(sendMutation.error)}</FormFailure>
        <div className={parts.buttons}>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button type="submit" kind="primary" disabled={!chosenId} loading={sendMutation.isPending}>
            {t("discussSend")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
