import type { StandardEmoji } from "@kakehashi/contract/emojis";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useEarlyEnter } from "../../kit/early-enter.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { applySkinTone, readSkinTone, storeRecentEmoji, storeSkinTone, useEmojis } from "./emojis.ts";
import styles from "./picker.module.css";
import { emojisPerPickerLine, type PickerLine, useEmojiLines } from "./picker-lines.ts";

const skinToneEmojis = ["✋", "✋🏻", "✋🏼", "✋🏽", "✋🏾", "✋🏿"];

/** The icon of each emoji group. It replaces the group's name where space is short. */
const groupIcons: Readonly<Record<string, string>> = {
  used: "🕘",
  smileys: "😀",
  people: "👋",
  animals: "🐻",
  food: "🍜",
  travel: "✈️",
  activities: "⚽",
  objects: "💡",
  symbols: "❤️",
  flags: "🏁",
};

/** The emoji picker: all emojis, with a search in three languages. */
export function EmojiPicker({ onPick }: { onPick: (type: string) => void }) {
  const { t, i18n } = useTranslation("emojis");
  const query = useEmojis();
  const { data, error } = query;
  const [search, setSearch] = useState("");
  const [skinTone, setSkinTone] = useState(readSkinTone);
  const pickerElement = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listHandle = useRef<VListHandle>(null);
  // Do not focus the search field on a phone, because the on-screen keyboard would cover the emojis.
  const [focusesSearch] = useState(() => matchMedia("(hover: hover)").matches);
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const lines = useEmojiLines(data, search.trim());

  function pickEmoji(emoji: StandardEmoji): void {
    const type = applySkinTone(emoji, skinTone);
    storeRecentEmoji(type);
    onPick(type);
  }

  function pickFirstEmoji(): void {
    const firstRow = lines.find((line) => line.kind === "emojis");
    if (search.trim() !== "" && firstRow?.emojis[0]) pickEmoji(firstRow.emojis[0]);
  }
  // If Enter was pressed before the emojis were loaded, insert the first match as soon as they are.
  const deferEnterUntilLoaded = useEarlyEnter(
    search,
    data ? "here" : error ? "failed" : "awaited",
    pickFirstEmoji,
  );

  /** Arrow keys move the focus between the search field and the emojis. */
  function moveWithArrowKeys(event: KeyboardEvent): void {
    const indexChange = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: emojisPerPickerLine,
      ArrowUp: -emojisPerPickerLine,
    }[event.key];
    if (indexChange === undefined || event.nativeEvent.isComposing) return;
    const emojiButtons = [...(pickerElement.current?.querySelectorAll<HTMLElement>("[data-emoji]") ?? [])];
    const currentIndex = emojiButtons.indexOf(document.activeElement as HTMLElement);
    if (currentIndex < 0 && event.key !== "ArrowDown") return;
    event.preventDefault();
    const nextEmojiButton =
      emojiButtons[
        currentIndex < 0 ? 0 : Math.max(0, Math.min(emojiButtons.length - 1, currentIndex + indexChange))
      ];
    (event.key === "ArrowUp" && currentIndex < emojisPerPickerLine
      ? field.current
      : nextEmojiButton
    )?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the elements inside
    <div
      className={styles.picker}
      ref={pickerElement}
      tabIndex={-1}
      data-autofocus={!focusesSearch || undefined}
      onKeyDown={moveWithArrowKeys}
    >
      <SearchField
        ref={field}
        data-autofocus={focusesSearch || undefined}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          const { isComposing, keyCode } = event.nativeEvent;
          const isWaitingForEmojis = deferEnterUntilLoaded(event.nativeEvent);
          if (event.key !== "Enter" || isComposing || keyCode === 229) return;
          event.preventDefault();
          if (!isWaitingForEmojis) pickFirstEmoji();
        }}
        placeholder={t("search")}
        label={t("search")}
      />
      <GroupButtons
        lines={lines}
        onOpen={(index) => listHandle.current?.scrollToIndex(index, { align: "start" })}
      />
      <LoadedContent query={query} rows={5}>
        {() => (
          <>
            {lines.length === 0 && (
              <p className={styles.noResult} role="status">
                {t("nothing")}
              </p>
            )}
            <EmojiLines
              ref={listHandle}
              lines={lines}
              language={language}
              skinTone={skinTone}
              onPick={pickEmoji}
            />
          </>
        )}
      </LoadedContent>
      <ToneButtons
        skinTone={skinTone}
        onChange={(newTone) => {
          storeSkinTone(newTone);
          setSkinTone(newTone);
        }}
      />
    </div>
  );
}

/**
 * A button for each group of emojis. It scrolls the picker to the group's title. `onOpen` gets the index of the row
 * with the title.
 */
function GroupButtons({ lines, onOpen }: { lines: readonly PickerLine[]; onOpen: (index: number) => void }) {
  const { t } = useTranslation("emojis");
  return (
    <fieldset className={styles.groups}>
      <legend className="visually-hidden">{t("groups")}</legend>
      {lines.map(
        (line, index) =>
          line.kind === "title" &&
          line.key !== "found" && (
            <button
              key={line.key}
              type="button"
              className={styles.group}
              title={line.text}
              aria-label={line.text}
              onClick={() => onOpen(index)}
            >
              {groupIcons[line.key]}
            </button>
          ),
      )}
    </fieldset>
  );
}

interface EmojiLinesProps {
  ref: Ref<VListHandle>;
  lines: readonly PickerLine[];
  language: Language;
  skinTone: number;
  onPick: (emoji: StandardEmoji) => void;
}

function EmojiLines({ ref, lines, language, skinTone, onPick }: EmojiLinesProps) {
  return (
    <VList ref={ref} className={styles.list ?? ""} bufferSize={200}>
      {lines.map((line) =>
        line.kind === "title" ? (
          <p key={line.key} className={styles.title}>
            {line.text}
          </p>
        ) : (
          <div key={line.key} className={styles.emojiLine}>
            {line.emojis.map((emoji) => (
              <button
                key={emoji.type}
                type="button"
                data-emoji
                className={styles.emoji}
                title={emoji.names[language]}
                aria-label={emoji.names[language]}
                onClick={() => onPick(emoji)}
              >
                {applySkinTone(emoji, skinTone)}
              </button>
            ))}
          </div>
        ),
      )}
    </VList>
  );
}

function ToneButtons({ skinTone, onChange }: { skinTone: number; onChange: (skinTone: number) => void }) {
  const { t } = useTranslation("emojis");
  return (
    <fieldset className={styles.tones}>
      <legend className="visually-hidden">{t("tone")}</legend>
      {skinToneEmojis.map((toneEmoji, index) => (
        <button
          key={toneEmoji}
          type="button"
          className={styles.tone}
          aria-pressed={skinTone === index}
          aria-label={t("toneNumber", { number: index })}
          onClick={() => onChange(index)}
        >
          {toneEmoji}
        </button>
      ))}
    </fieldset>
  );
}
