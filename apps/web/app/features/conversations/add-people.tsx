import { addConversationMembers } from "@kakehashi/contract/conversation-members";
import type { Conversation } from "@kakehashi/contract/conversations";
import type { UserSummary } from "@kakehashi/contract/users";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { ChoosePeople } from "./choose-people.tsx";
import { storeChangedConversation } from "./queries.ts";

export function AddPeopleButton({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation("room");
  const [isOpened, setOpened] = useState(false);
  const [chosenPeople, setChosenPeople] = useState<readonly UserSummary[]>([]);
  const [isBusy, setBusy] = useState(false);

  function closeDialog(): void {
    setOpened(false);
    setChosenPeople([]);
  }

  async function addChosenPeople(): Promise<void> {
    setBusy(true);
    try {
      const body = { user_ids: chosenPeople.map(({ id }) => id) };
      await storeChangedConversation(call(addConversationMembers, { params: { id: conversation.id }, body }));
      closeDialog();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <IconButton label={t("addPeople")} onClick={() => setOpened(true)}>
        <IconUserPlus size={18} stroke={1.6} />
      </IconButton>
      <Dialog opened={isOpened} onClose={closeDialog} title={t("addPeople")} widthPx={480} opensNearTop>
        <ChoosePeople chosenPeople={chosenPeople} onChange={setChosenPeople} groupId={conversation.id} />
        <Button
          kind="primary"
          fullWidth
          disabled={chosenPeople.length === 0}
          loading={isBusy}
          onClick={addChosenPeople}
        >
          {t("add")}
        </Button>
      </Dialog>
    </>
  );
}
