import type { Conversation } from "@kakehashi/contract/conversations";
import { canDoInRoom } from "@kakehashi/contract/permissions";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { Pane } from "../../kit/ui/pane.tsx";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import { useNameInOtherScript } from "../profiles/name-in-other-script.tsx";
import { AddPeopleButton } from "./add-people.tsx";
import styles from "./details-pane.module.css";
import { MemberRow } from "./member-row.tsx";
import { useMembers } from "./members.ts";
import { conversationName } from "./name.ts";
import { ConversationPicture } from "./picture.tsx";
import { EditableConversationName } from "./rename.tsx";
import { RoomSettings } from "./room-settings.tsx";

const PendingInvitations = createLazyComponent(async () => {
  const [invitationsModule] = await Promise.all([import("./pending-invitations.tsx"), loadTexts("room")]);
  return invitationsModule.PendingInvitations;
}, EmptyLoadFailedFallback);

const RoomTranslationMachine = createLazyComponent(async () => {
  const [machineModule] = await Promise.all([import("./room-machine.tsx"), loadTexts("writing")]);
  return machineModule.RoomTranslationMachine;
}, EmptyLoadFailedFallback);

interface DetailsPaneProps {
  conversation: Conversation;
  userId: string;
  close: () => void;
  /** Additional sections of the pane, provided by other features. */
  children?: ReactNode;
}

/** The pane beside the messages, with the conversation's members and settings. */
export function DetailsPane({ conversation, userId, close, children }: DetailsPaneProps) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const name = conversationName(conversation, t);
  const partnerOtherName = useNameInOtherScript(conversation.partner ?? { name: "" });
  const actor = { role: conversation.role };
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Focus the pane only if the reader has opened it by a link or button. Otherwise leave the focus where the reader
    // is typing.
    if (document.activeElement?.matches("a, button")) closeButton.current?.focus();
  }, []);
  return (
    <Pane id="details" title={t("details")} close={close} closeButton={closeButton}>
      <div className={styles.scroll}>
        <div className={styles.subject}>
          <ConversationPicture conversation={conversation} size={64} />
          {canDoInRoom(actor, "rename", conversation) ? (
            <EditableConversationName key={name} conversation={conversation} name={name} />
          ) : (
            <p className={styles.name}>{name}</p>
          )}
          {partnerOtherName && <p className={styles.note}>{partnerOtherName}</p>}
          <p className={styles.note}>
            {conversation.kind === "MY_CHAT"
              ? t("myChatNote")
              : t("members", { count: conversation.member_count })}
          </p>
        </div>
        <RoomSettings conversation={conversation} userId={userId} />
        {children}
        {conversation.kind !== "MY_CHAT" && (
          <Suspense fallback={null}>
            <RoomTranslationMachine conversation={conversation} />
          </Suspense>
        )}
        <div className={styles.titledSection}>
          <h3 className={styles.heading}>{tRoom("membersTitle")}</h3>
          {canDoInRoom(actor, "add_members", conversation) && <AddPeopleButton conversation={conversation} />}
        </div>
        <ConversationMembers conversation={conversation} userId={userId} />
        {canDoInRoom(actor, "add_members", conversation) && (
          <Suspense fallback={null}>
            <PendingInvitations groupId={conversation.id} members={conversation.member_count} />
          </Suspense>
        )}
      </div>
    </Pane>
  );
}

function ConversationMembers({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const { t } = useTranslation("room");
  const query = useMembers(conversation.id);
  return (
    <LoadedContent query={query}>
      {(members) => (
        <>
          <ul aria-label={t("membersTitle")} tabIndex={-1} data-focus-fallback>
            {members.map((person) => (
              <li key={person.id} className={styles.member}>
                <MemberRow member={person} conversation={conversation} userId={userId} />
              </li>
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}
