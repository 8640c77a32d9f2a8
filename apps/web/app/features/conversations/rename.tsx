import { changeConversationName } from "@kakehashi/contract/conversation-settings";
import type { Conversation } from "@kakehashi/contract/conversations";
import { IconCheck, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { useLayer } from "../../kit/layers.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./details-pane.module.css";
import { storeChangedConversation } from "./queries.ts";

const loadChangeConversationNameSchema = () =>
  import("@kakehashi/contract/schemas/conversation-settings").then(
    (settings) => settings.changeConversationName.body,
  );

interface RenameConversationProps {
  conversation: Conversation;
  name: string;
}

/**
 * The name of a group, with a button to edit it. Pass the name as the React `key`, too, so that the edit field closes
 * when the group gets a new name.
 */
export function EditableConversationName({ conversation, name }: RenameConversationProps) {
  const { t } = useTranslation("room");
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing)
    return <RenameForm conversation={conversation} name={name} close={() => setIsEditing(false)} />;
  return (
    <div className={styles.rename}>
      <p className={styles.name}>{name}</p>
      <IconButton label={t("rename")} size={30} onClick={() => setIsEditing(true)}>
        <IconPencil size={16} stroke={1.6} />
      </IconButton>
    </div>
  );
}

function RenameForm({ conversation, name, close }: RenameConversationProps & { close: () => void }) {
  const { t } = useTranslation("room");
  useLayer(true, close);
  const form = useForm({
    schema: loadChangeConversationNameSchema,
    values: { name },
    async send(body) {
      if (body.name !== name)
        await storeChangedConversation(
          call(changeConversationName, { params: { id: conversation.id }, body }),
        );
      close();
    },
  });
  return (
    <Form form={form} actions={null}>
      <div className={styles.rename}>
        <TextField {...form.field("name")} autoFocus maxLength={200} aria-label={t("groupName")} />
        <IconButton label={t("saveName")} type="submit">
          <IconCheck size={18} stroke={1.8} />
        </IconButton>
      </div>
    </Form>
  );
}
