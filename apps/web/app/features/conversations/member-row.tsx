import {
  type ConversationMember,
  removeConversationMember,
  setConversationMemberRole,
} from "@kakehashi/contract/conversation-members";
import type { Conversation } from "@kakehashi/contract/conversations";
import { canDoInRoom } from "@kakehashi/contract/permissions";
import { IconDots } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { storeChangedConversation } from "./queries.ts";

const writingLanguageKeys = { en: "writesEn", vi: "writesVi", ja: "writesJa" } as const;

interface MemberRowProps {
  member: ConversationMember;
  conversation: Conversation;
  userId: string;
}

/**
 * A row in the list of a conversation's members. The owners of a group get a menu that changes the member's role or
 * removes the member.
 */
export function MemberRow({ member, conversation, userId }: MemberRowProps) {
  const { t } = useTranslation("room");
  const menuButton = useRef<HTMLButtonElement>(null);
  const { id, role } = conversation;
  const owner = member.room_role === "OWNER";
  const noteParts = [
    owner && conversation.kind === "GROUP" ? t("owner") : "",
    member.working_language ? t(writingLanguageKeys[member.working_language]) : "",
  ].filter(Boolean);
  const showFailure = (error: unknown) => toastError(error);

  function changeRole(): void {
    const params = { id, user_id: member.id };
    void storeChangedConversation(
      call(setConversationMemberRole, { params, body: { role: owner ? "MEMBER" : "OWNER" } }),
    ).catch(showFailure);
  }

  async function confirmAndRemoveMember(): Promise<void> {
    const isConfirmed = await askToConfirm({
      title: t("removeTitle", { name: member.name }),
      text: t("removeText"),
      actionLabel: t("remove"),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    const row = menuButton.current?.closest("li");
    const list = row?.parentElement;
    const nextRow = row?.nextElementSibling ?? row?.previousElementSibling;
    try {
      await call(removeConversationMember, { params: { id }, query: { user_id: member.id } });
    } catch (error) {
      return showFailure(error);
    }
    // Move the focus only if it is still in the list of members, or nowhere. The reader may have moved it to another
    // place.
    const { activeElement } = document;
    if (activeElement === document.body || list?.contains(activeElement) || row?.contains(activeElement))
      nextRow?.querySelector<HTMLElement>("a, button")?.focus();
  }

  return (
    <>
      <PersonLine
        person={member}
        note={noteParts.join(" · ")}
        showsPresence={member.id !== userId}
        opensCard
      />
      {member.id !== userId && canDoInRoom({ role }, "change_roles", conversation) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton ref={menuButton} label={t("memberActions", { name: member.name })} size={30}>
              <IconDots size={18} stroke={1.6} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={changeRole}>{owner ? t("makeMember") : t("makeOwner")}</Menu.Item>
            <Menu.Item data-grave onClick={confirmAndRemoveMember}>
              {t("remove")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
