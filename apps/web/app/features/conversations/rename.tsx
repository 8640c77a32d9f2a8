import { type Conversation, changeConversationName } from "@kakehashi/contract/conversations";
import { IconCheck, IconPencil } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { useLayer } from "../../kit/layers.ts";
import { toastError } from "../../kit/toast.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./details-pane.module.css";
import { applyAnswer } from "./queries.ts";

/** A group's name, which can be edited. Use the name as the React key. */
export function Rename({ conversation, name }: { conversation: Conversation; name: string }) {
  const { t } = useTranslation("room");
  const [changing, setChanging] = useState(false);
  const [text, setText] = useState(name);
  const params = { id: conversation.id };
  useLayer(changing, () => setChanging(false));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === "" || wanted === name) return setChanging(false);
    try {
      await applyAnswer(call(changeConversationName, { params, body: { name: wanted } }));
    } catch (error) {
      toastError(error);
    }
  }

  if (!changing) {
    return (
      <div className={styles.rename}>
        <p className={styles.name}>{name}</p>
        <IconButton label={t("rename")} size={30} onClick={() => setChanging(true)}>
          <IconPencil size={16} stroke={1.6} />
        </IconButton>
      </div>
    );
  }
  return (
    <form className={styles.rename} onSubmit={save}>
      <TextField
        autoFocus
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        aria-label={t("groupName")}
      />
      <IconButton label={t("saveName")} type="submit">
        <IconCheck size={18} stroke={1.8} />
      </IconButton>
    </form>
  );
}
