import type { createConversation } from "@kakehashi/contract/conversations";
import type { UserSummary } from "@kakehashi/contract/users";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { createSamePageCheck } from "../../kit/same-page-check.ts";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { ChoosePeople } from "./choose-people.tsx";
import { startGroup } from "./start.ts";

const loadCreateConversationSchema = () =>
  import("@kakehashi/contract/schemas/conversations").then(
    ({ createConversation }) => createConversation.body,
  );
type GroupBody = z.input<typeof createConversation.body>;

/** The form for a new group: its name and its members. */
export function GroupForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("room");
  const navigate = useNavigate();
  const [chosenPeople, setChosenPeople] = useState<readonly UserSummary[]>([]);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const form = useForm({
    schema: loadCreateConversationSchema,
    values: { name: "" },
    toBody: ({ name }): GroupBody => ({ kind: "GROUP", name, user_ids: chosenPeople.map(({ id }) => id) }),
    async send(body) {
      if (body.kind !== "GROUP") return;
      const isStillShown = createSamePageCheck();
      const { id } = await startGroup(body.name, body.user_ids);
      // Open the new group only if the reader is still on the same page and has not closed the dialog.
      if (!isOpen.current || !isStillShown()) return;
      onDone();
      void navigate(`/chat/${id}`);
    },
  });
  return (
    <Form
      form={form}
      actions={
        <Button
          kind="primary"
          type="submit"
          fullWidth
          disabled={chosenPeople.length === 0}
          loading={form.isSubmitting}
        >
          {t("createGroup")}
        </Button>
      }
    >
      <TextField {...form.field("name")} label={t("groupName")} maxLength={200} />
      <ChoosePeople chosenPeople={chosenPeople} onChange={setChosenPeople} />
    </Form>
  );
}
