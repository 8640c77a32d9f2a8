import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import type { maximumTags } from "@kakehashi/contract/flows/limits";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./channels.module.css";
import { longestTag } from "./filter.ts";
import { setTags } from "./talk-queries.ts";

const mostTags: typeof maximumTags = 50;

/** The tags of a person. Stories read the same ones. */
export function TagEditor({ talk, mayChange }: { talk: OutsideTalkDetail; mayChange: boolean }) {
  const { t } = useTranslation("channels");
  const [isAdding, setAdding] = useState(false);
  const [text, setText] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const { conversation_id: id, tags } = talk;
  const { mutate, isPending } = useMutation({ mutationFn: (next: readonly string[]) => setTags(id, next) });

  function add(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const tag = text.trim();
    if (tag === "" || isPending) return;
    if (tags.includes(tag)) setText("");
    else mutate([...tags, tag], { onSuccess: () => setText("") });
  }
  function stop(): void {
    setAdding(false);
    setText("");
    // The button comes back with the next render, and takes the focus from the field.
    requestAnimationFrame(() => addButton.current?.focus());
  }
  if (!mayChange && tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={t("tags")}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          {tag}
          {mayChange && (
            <button
              type="button"
              aria-label={t("removeTag", { tag })}
              disabled={isPending}
              onClick={() =>
                mutate(
                  tags.filter((one) => one !== tag),
                  { onSuccess: () => addButton.current?.focus() },
                )
              }
            >
              <IconX size={14} stroke={2} aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
      {mayChange && (
        <li>
          {tags.length >= mostTags ? (
            <span className={styles.quiet}>{t("tagsFull", { count: mostTags })}</span>
          ) : isAdding ? (
            <form className={styles.addTag} onSubmit={add}>
              <input
                aria-label={t("addTag")}
                // biome-ignore lint/a11y/noAutofocus: the reader has just pressed the button that opens the field
                autoFocus
                value={text}
                maxLength={longestTag}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  stop();
                }}
                onBlur={() => {
                  if (text.trim() === "") setAdding(false);
                }}
              />
              <Button
                type="submit"
                kind="primary"
                size="xs"
                loading={isPending}
                disabled={text.trim() === ""}
              >
                {t("addTagAction")}
              </Button>
            </form>
          ) : (
            <Button
              ref={addButton}
              kind="quiet"
              size="xs"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t("addTag")}
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}
