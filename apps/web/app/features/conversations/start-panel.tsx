import { IconUsersGroup } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createSamePageCheck } from "../../kit/same-page-check.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { cachePeople } from "../profiles/people.ts";
import { GroupForm } from "./group-form.tsx";
import { PeopleSearchField, usePeopleSearchState } from "./people-search-field.tsx";
import { startDirectConversation } from "./start.ts";

/** The content of the dialog that starts a conversation. It is loaded when the dialog is first opened. */
export function StartPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("room");
  const [isCreatingGroup, setIsCreatingGroup] = useState(false);
  function closeDialogs(): void {
    setIsCreatingGroup(false);
    onClose();
  }
  return (
    <Dialog
      opened={opened}
      onClose={closeDialogs}
      title={isCreatingGroup ? t("startGroup") : t("startTitle")}
      widthPx={480}
      opensNearTop
    >
      {isCreatingGroup ? (
        <GroupForm onDone={closeDialogs} />
      ) : (
        <>
          <Button
            kind="quiet"
            leftSection={<IconUsersGroup size={18} stroke={1.6} />}
            onClick={() => setIsCreatingGroup(true)}
          >
            {t("startGroup")}
          </Button>
          <PeoplePicker onDone={closeDialogs} />
        </>
      )}
    </Dialog>
  );
}

function PeoplePicker({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const finder = usePeopleSearchState();
  const pickerRef = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: startDirectConversation,
    onSuccess({ partner }) {
      if (partner) cachePeople([partner]);
    },
  });
  function openChatWith(id: string): void {
    if (isPending) return;
    const isStillShown = createSamePageCheck();
    // React Query does not call this callback of `mutate` if the dialog is closed while the request runs. So the
    // conversation does not open after the dialog was closed.
    mutate(id, {
      onSuccess(conversation) {
        if (!isStillShown()) return;
        onDone();
        void navigate(`/chat/${conversation.id}`);
      },
    });
  }

  /** Arrow keys move the focus between the search field and the list of people. */
  function moveWithArrowKeys(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    const focusableElements = [
      ...(pickerRef.current?.querySelectorAll<HTMLElement>("input, [data-person]") ?? []),
    ];
    const currentIndex = focusableElements.findIndex((element) => element.matches(":focus"));
    const nextElement = focusableElements[currentIndex + (event.key === "ArrowDown" ? 1 : -1)];
    if (!nextElement) return;
    event.preventDefault();
    nextElement.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the elements inside
    <div ref={pickerRef} onKeyDown={moveWithArrowKeys}>
      <PeopleSearchField
        finder={finder}
        onChoose={({ id }) => openChatWith(id)}
        isDisabled={() => isPending}
      />
    </div>
  );
}
