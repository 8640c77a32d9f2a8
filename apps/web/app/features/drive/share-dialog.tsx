import type { DriveEntry } from "@kakehashi/contract/drive";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { FormFailure } from "../../kit/form.tsx";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useAllPages } from "../../kit/use-all-pages.ts";
import { conversationName } from "../conversations/name.ts";
import { ConversationPicture } from "../conversations/picture.tsx";
import { useConversations } from "../conversations/use-conversations.ts";
import styles from "./dialogs.module.css";
import { shareFiles } from "./queries.ts";

interface ShareDialogProps {
  entries: readonly DriveEntry[];
  opened: boolean;
  onClose: () => void;
}

/** A dialog that sends files to a conversation. It asks for the conversation and for a text to send with the files. */
export function ShareToConversationDialog({ entries, opened, onClose }: ShareDialogProps) {
  const { t } = useTranslation("drive");
  const title =
    entries.length === 1
      ? t("shareOne", { name: entries[0]?.name ?? "" })
      : t("shareSeveral", { count: entries.length });
  return (
    <Dialog opened={opened} onClose={onClose} title={title} widthPx={480}>
      <ConversationChooser entries={entries} onClose={onClose} />
    </Dialog>
  );
}

function ConversationChooser({ entries, onClose }: Omit<ShareDialogProps, "opened">) {
  const { t } = useTranslation(["drive", "common"]);
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const getErrorText = useErrorText();
  const query = useConversations();
  const rooms = query.list ?? [];
  const [search, setSearch] = useState("");
  // The search only filters the loaded conversations, so load all pages of the list.
  useAllPages(query, search.trim() !== "");
  const [roomId, setRoomId] = useState<string>();
  const [messageText, setMessageText] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const namedRooms = rooms.map((room) => ({ room, name: conversationName(room, tRoom) }));
  const foundRooms = namedRooms.filter(({ name }) =>
    normalizeForSearch(name).includes(normalizeForSearch(search.trim())),
  );
  const chosenRoom = namedRooms.find(({ room }) => room.id === roomId);

  async function share(): Promise<void> {
    if (!chosenRoom) return;
    setIsSending(true);
    setError(null);
    try {
      await shareFiles(entries, chosenRoom.room.id, messageText);
      toast(t("sharedIn", { room: chosenRoom.name }));
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <div className={styles.column}>
      <SearchField
        data-autofocus
        label={t("findRoom")}
        placeholder={t("findRoom")}
        value={search}
        onChange={setSearch}
      />
      <fieldset className={styles.rooms}>
        <legend className="visually-hidden">{t("chooseRoom")}</legend>
        {foundRooms.map(({ room, name }) => (
          <label key={room.id} className={styles.room}>
            <input
              type="radio"
              name="room"
              checked={room.id === roomId}
              onChange={() => setRoomId(room.id)}
            />
            <ConversationPicture conversation={room} size={32} />
            <span>{name}</span>
          </label>
        ))}
        {foundRooms.length === 0 && !query.isPending && !query.hasNextPage && (
          <p className={styles.nothing}>{t("noRoom")}</p>
        )}
        <LoadMoreButton query={query} />
      </fieldset>
      <TextArea
        label={t("words")}
        value={messageText}
        onChange={({ currentTarget }) => setMessageText(currentTarget.value)}
        rows={2}
        autosize
        maxRows={5}
      />
      <p className={styles.note}>{t("shareNote")}</p>
      <FormFailure>{error ? getErrorText(error) : null}</FormFailure>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t("common:cancel")}</Button>
        <Button kind="primary" disabled={!chosenRoom} loading={isSending} onClick={() => void share()}>
          {t("shareNow")}
        </Button>
      </div>
    </div>
  );
}
