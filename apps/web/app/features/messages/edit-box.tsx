import { withMentions } from "@kakehashi/contract/mentions";
import { type Message, maximumMessageLength } from "@kakehashi/contract/messages";
import { useEffect, useEffectEvent, useRef, useState } from "react";
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

/** Away from the edges, where it was not in sight: a list whose end is near goes back to it. */
function bringIntoSight(box: Element): void {
  const { top } = box.getBoundingClientRect();
  box.scrollIntoView({ block: "nearest" });
  if (box.getBoundingClientRect().top !== top) box.scrollIntoView({ block: "center" });
}

/** A message's words, to be changed where they stand. */
export function EditBox({ message }: { message: Message }) {
  const { t } = useTranslation(["messages", "common"]);
  const acts = useRoomActs();
  const textOf = useErrorText();
  const people = usePeopleIn(message.conversation_id);
  const { words, setChanged } = acts;
  const [content, setContent] = useState(words.current ?? message.content);
  const sendsByEnter = useEnterSends();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<FieldHandle>(null);
  const length = lengthOf(content);
  const ready =
    !busy && (content.trim() !== "" || message.files.length > 0) && length <= maximumMessageLength;
  const changed = content !== message.content;
  useEffect(() => setChanged(changed), [changed, setChanged]);

  const begin = useEffectEvent(() => {
    // Where the list has come back to it, the writer is elsewhere.
    if (words.current !== null) return;
    words.current = message.content;
    field.current?.focus();
    // Whoever changes a text most often goes on with it.
    const area = document.activeElement;
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(area.value.length, area.value.length);
  });
  useEffect(() => {
    // A field takes the focus where it is; a keyboard on the screen comes later, and takes half of it.
    const show = () => {
      if (box.current?.contains(document.activeElement)) bringIntoSight(box.current);
    };
    begin();
    show();
    addEventListener("resize", show);
    visualViewport?.addEventListener("resize", show);
    return () => {
      removeEventListener("resize", show);
      visualViewport?.removeEventListener("resize", show);
    };
  }, []);
  // By the way back, which may be pressed for something else: what was written does not go unasked. Whoever leaves the page
  // is asked about that, once.
  useCloseOnBack(true, (leaving) => {
    if (!leaving || !changed) acts.edit(null);
  });

  function change(now: string): void {
    words.current = now;
    setContent(now);
  }

  async function save(): Promise<void> {
    if (!ready) return;
    setBusy(true);
    try {
      await edit(message, withMentions(content.trim(), people));
      acts.edit(null, false);
    } catch (error) {
      // The words stay where they are: the writer can try again.
      toast(textOf(error), "error");
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <div ref={box} className={styles.edit} data-focus-layer>
      <div className={styles.box}>
        <Field
          ref={field}
          content={content}
          onChange={change}
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
        <Button size="xs" kind="quiet" onClick={() => acts.edit(null, false)}>
          {t("common:cancel")}
        </Button>
        <Button size="xs" kind="primary" onClick={save} disabled={!ready}>
          {t("save")}
        </Button>
      </div>
    </div>
  );
}
