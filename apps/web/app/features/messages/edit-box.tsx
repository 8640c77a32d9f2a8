import { withMentions } from "@kakehashi/contract/mentions";
import { type Message, maximumMessageLength } from "@kakehashi/contract/messages";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCloseOnBack } from "../../kit/close-on-back.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { usePeopleIn } from "../conversations/members.ts";
import { edit } from "./acts.ts";
import styles from "./composer.module.css";
import { Counter } from "./composer.tsx";
import { useEnterSends } from "./enter-sends.ts";
import { Field, type FieldHandle, lengthOf } from "./field.tsx";
import { useRoomActs } from "./room-context.ts";

/** A message's words, to be changed where they stand. */
export function EditBox({ message }: { message: Message }) {
  const { t } = useTranslation(["messages", "common"]);
  const acts = useRoomActs();
  const textOf = useErrorText();
  const people = usePeopleIn(message.conversation_id);
  const [content, setContent] = useState(message.content);
  const sendsByEnter = useEnterSends();
  const [busy, setBusy] = useState(false);
  const field = useRef<FieldHandle>(null);
  const length = lengthOf(content);
  const ready =
    !busy && (content.trim() !== "" || message.files.length > 0) && length <= maximumMessageLength;

  useEffect(() => field.current?.focus(), []);
  useCloseOnBack(true, () => acts.edit(null));

  async function save(): Promise<void> {
    if (!ready) return;
    setBusy(true);
    try {
      await edit(message, withMentions(content.trim(), people));
      acts.edit(null);
    } catch (error) {
      // The words stay where they are: the writer can try again.
      toast(textOf(error), "error");
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <div className={styles.edit} data-focus-layer>
      <div className={styles.box}>
        <Field
          ref={field}
          content={content}
          onChange={setContent}
          onSubmit={save}
          onKey={(event) => {
            if (event.key === "Escape" && !event.nativeEvent.isComposing) {
              event.stopPropagation();
              acts.edit(null);
            }
          }}
          roomId={message.conversation_id}
          people={people}
          label={t("editField")}
          enterSends={sendsByEnter}
        />
      </div>
      <div className={styles.editFoot}>
        <Counter length={length} />
        <Button size="xs" kind="quiet" onClick={() => acts.edit(null)}>
          {t("common:cancel")}
        </Button>
        <Button size="xs" kind="primary" onClick={save} disabled={!ready}>
          {t("save")}
        </Button>
      </div>
    </div>
  );
}
