import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useEarlyEnter } from "../../kit/early-enter.ts";
import { createSamePageCheck } from "../../kit/same-page-check.ts";
import { toastError } from "../../kit/toast.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { startDirectConversation } from "../conversations/start.ts";
import styles from "./palette.module.css";
import { type SwitcherDestination, type SwitcherPage, useSwitcherDestinations } from "./palette-choices.tsx";

interface QuickSwitcherSearchProps {
  pages: readonly SwitcherPage[];
  text: string;
  onChange: (text: string) => void;
  onDone: () => void;
}

interface SwitcherDialogProps extends Omit<QuickSwitcherSearchProps, "onDone"> {
  opened: boolean;
  onClose: () => void;
}

/** The dialog of the quick switcher. */
export function SwitcherDialog({ opened, onClose, ...props }: SwitcherDialogProps) {
  const { t } = useTranslation("search");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("title")} widthPx={600} opensNearTop>
      <QuickSwitcherSearch {...props} onDone={onClose} />
    </Dialog>
  );
}

/** The search field of the quick switcher and the destinations that match. */
function QuickSwitcherSearch({ pages, text, onChange, onDone }: QuickSwitcherSearchProps) {
  const { t } = useTranslation("search");
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [searchedText] = useDebouncedValue(text.trim(), 120);
  const [activeIndex, setActiveIndex] = useState(0);
  const { choices, isAnswered } = useSwitcherDestinations(searchedText, pages);
  const activeChoice = choices[Math.min(activeIndex, choices.length - 1)];

  async function openChoice(destination: SwitcherDestination): Promise<void> {
    onDone();
    const isStillShown = createSamePageCheck();
    try {
      const address = destination.personId
        ? `/chat/${(await startDirectConversation(destination.personId)).id}`
        : destination.to;
      if (isStillShown()) await navigate(address);
    } catch (error) {
      toastError(error);
    }
  }

  // While the results belong to an earlier search text, Enter does not open the first result. A result that was
  // selected with the arrow keys can always be opened.
  const isReady = activeIndex > 0 || (searchedText === text.trim() && isAnswered);
  const waitsForResult = useEarlyEnter(text.trim(), isReady ? "here" : "awaited", () => {
    if (activeChoice) void openChoice(activeChoice);
  });

  function handleKey(event: KeyboardEvent): void {
    const { isComposing, keyCode } = event.nativeEvent;
    // Leave all keys to an input method that is composing text.
    if (waitsForResult(event.nativeEvent) || isComposing || keyCode === 229 || choices.length === 0) return;
    if (event.key === "Enter" && activeChoice) void openChoice(activeChoice);
    else if (event.key === "ArrowDown")
      setActiveIndex((Math.min(activeIndex, choices.length - 1) + 1) % choices.length);
    else if (event.key === "ArrowUp")
      setActiveIndex((Math.min(activeIndex, choices.length - 1) - 1 + choices.length) % choices.length);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <SearchField
        large
        ref={field}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={activeChoice && `${id}${activeChoice.key}`}
        label={t("go")}
        value={text}
        onChange={(newText) => {
          onChange(newText);
          setActiveIndex(0);
        }}
        onKeyDown={handleKey}
        placeholder={t("goPlaceholder")}
        maxLength={200}
      />
      <div className={styles.list} id={`${id}list`} role="listbox" aria-label={t("go")}>
        {choices.length === 0 && searchedText !== "" && (
          <p className={styles.noResult} role="status">
            {t("noResult", { query: searchedText })}
            <br />
            {t("suggestion")}
          </p>
        )}
        {choices.map((destination, index) => (
          <ChoiceOption
            key={destination.key}
            id={`${id}${destination.key}`}
            choice={destination}
            heading={destination.group === choices[index - 1]?.group ? null : t(destination.group)}
            isCurrent={destination === activeChoice}
            onPick={() => void openChoice(destination)}
          />
        ))}
      </div>
    </>
  );
}

function ChoiceOption({
  id,
  choice,
  heading,
  isCurrent,
  onPick,
}: {
  id: string;
  choice: SwitcherDestination;
  heading: ReactNode;
  isCurrent: boolean;
  onPick: () => void;
}) {
  return (
    <>
      {heading && (
        <div className={styles.heading} role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus */}
      <div
        id={id}
        className={styles.option}
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        ref={(element) => {
          if (isCurrent) element?.scrollIntoView({ block: "nearest" });
        }}
        onClick={onPick}
      >
        <span className={styles.icon}>{choice.icon}</span>
        <span className={styles.textColumn}>
          <span className={styles.label}>{choice.label}</span>
          {choice.note && <span className={styles.note}>{choice.note}</span>}
        </span>
      </div>
    </>
  );
}
