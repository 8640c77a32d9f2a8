import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import type { maximumTagsPerVisitor } from "@kakehashi/contract/flows/limits";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./channels.module.css";
import { maxTagLength } from "./filter.ts";
import { TagField } from "./tag-field.tsx";
import { setPersonTags, tagSuggestionsQuery } from "./talk-queries.ts";

const typingPauseMs = 150;
const maximumTagsOfPerson: typeof maximumTagsPerVisitor = 50;

/** Shows the tags of a customer, and lets the reader change them. The stories of bots can read these tags. */
export function TagEditor({ talk, mayChange }: { talk: OutsideTalkDetail; mayChange: boolean }) {
  const { t } = useTranslation("channels");
  const [isAdding, setIsAdding] = useState(false);
  const [text, setText] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { conversation_id: id, tags } = talk;
  const [debouncedText] = useDebouncedValue(text.trim(), typingPauseMs);
  const { data: suggestedTags = [] } = useQuery({
    ...tagSuggestionsQuery(id, debouncedText),
    enabled: isAdding,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (newTags: readonly string[]) => setPersonTags(id, newTags),
  });

  function addTag(typedTag: string): void {
    const tag = typedTag.trim();
    if (tag === "" || isPending) return;
    if (tags.includes(tag)) setText("");
    else
      mutate([...tags, tag], {
        onSuccess: () => {
          setText("");
          // The focus was on the pressed button, which is removed now. Move the focus to the text field, where the next
          // tag can be typed.
          form.current?.querySelector("input")?.focus();
        },
      });
  }
  function stopAdding(): void {
    setIsAdding(false);
    setText("");
    // The “add” button appears in the next frame. Focus it after that frame.
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
                  tags.filter((otherTag) => otherTag !== tag),
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
          {tags.length >= maximumTagsOfPerson ? (
            <span className={styles.quiet}>{t("tagsFull", { count: maximumTagsOfPerson })}</span>
          ) : isAdding ? (
            // `data-busy` keeps the focus in this form. Without it, the composer of a chat that opens a moment later
            // would take the focus.
            <form
              ref={form}
              className={styles.addTag}
              data-busy
              onSubmit={(event) => {
                event.preventDefault();
                addTag(text);
              }}
            >
              <TagField
                aria-label={t("addTag")}
                autoFocus
                suggestions={suggestedTags.filter((tag) => !tags.includes(tag))}
                value={text}
                maxLength={maxTagLength}
                onChange={setText}
                onChoose={addTag}
                onKeyDown={(event) => {
                  if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  stopAdding();
                }}
                onBlur={() => {
                  if (text.trim() === "") setIsAdding(false);
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
              onClick={() => setIsAdding(true)}
            >
              {t("addTag")}
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}
