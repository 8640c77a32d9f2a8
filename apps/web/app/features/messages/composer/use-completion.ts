import { isLanguage } from "@kakehashi/contract/languages";
import { canBeMentioned, type MentionRange } from "@kakehashi/contract/mentions";
import type { UserSummary } from "@kakehashi/contract/users";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useLayer } from "../../../kit/layers.ts";
import { normalizeForSearch } from "../../../kit/normalize-for-search.ts";
import { useMembersWithSearchResults } from "../../conversations/members.ts";
import { getLoadedConversation } from "../../conversations/queries.ts";
import { applySkinTone, findEmojis, readSkinTone, storeRecentEmoji, useEmojis } from "../../emojis/emojis.ts";
import { roleTextKeys } from "../../profiles/roles.ts";
import { addSpaceAfter, type CompletionTrigger, findPeople, findTriggerBeforeCaret } from "./completion.ts";

/** At most this many suggestions are shown at once. */
const maxSuggestions = 7;

export interface CompletionChoice {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly person: UserSummary | null;
  readonly replacement: string;
}

export interface ComposerCompletion {
  readonly listboxId: string;
  readonly choices: readonly CompletionChoice[];
  /** The index of the suggestion that Enter accepts. */
  readonly selectedIndex: number;
  accept(choice: CompletionChoice): void;
  /** Handles a key press. Returns true if the suggestions have used the key. */
  onKey(event: KeyboardEvent): boolean;
  updateTrigger(area: HTMLTextAreaElement): void;
  close(): void;
}

interface CompletionOptions {
  roomId: string;
  people: readonly UserSummary[];
  /** Replaces a part of the text. `newMentions` are the mentions inside the new text. */
  replaceText: (
    start: number,
    end: number,
    insertedText: string,
    newMentions?: readonly MentionRange[],
  ) => void;
  area: RefObject<HTMLTextAreaElement | null>;
  /**
   * Called if the writer has pressed Enter before the members were loaded, and no member matches the typed name. The
   * composer then sends the message or begins a new line, by the writer's setting.
   */
  onUnusedEnter: (event: globalThis.KeyboardEvent) => void;
}

export function useCompletion({
  roomId,
  people,
  replaceText,
  area,
  onUnusedEnter,
}: CompletionOptions): ComposerCompletion {
  const { t, i18n } = useTranslation(["messages", "common"]);
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const id = useId();
  const [trigger, setTrigger] = useState<CompletionTrigger | null>(null);
  const [selectedIndex, setSelectedIndex] = useState(0);
  const { data: emojis } = useEmojis(trigger?.kind === "emoji");
  const mentionablePeople = useMembersWithSearchResults(
    roomId,
    people,
    trigger?.kind === "person" ? trigger.search : "",
  );

  const choices = useMemo((): readonly CompletionChoice[] => {
    if (!trigger) return [];
    if (trigger.kind === "emoji") {
      return findEmojis(emojis ?? [], trigger.search, maxSuggestions).map((emoji) => ({
        key: emoji.type,
        label: applySkinTone(emoji, readSkinTone()),
        note: language === "en" ? `:${emoji.codes[0] ?? ""}:` : emoji.names[language],
        person: null,
        replacement: applySkinTone(emoji, readSkinTone()),
      }));
    }
    // The number of people whom `@all` mentions: all members except the writer. Use the conversation's own count,
    // because only the first hundred members of a large room are loaded.
    const count = (getLoadedConversation(roomId)?.member_count ?? people.length) - 1;
    const everybodyNote = t("everybodyCalled", { count });
    const everybodyChoice = {
      key: "all",
      label: "@all",
      note: everybodyNote,
      person: null,
      replacement: "@all",
    };
    const personChoices = findPeople(mentionablePeople, trigger.search, maxSuggestions).map(
      (person, _, people) => ({
        key: person.id,
        label: person.name,
        // Show the person's role, which distinguishes people with the same name.
        note: people.some(({ id, name }) => id !== person.id && name === person.name)
          ? t(`common:${roleTextKeys[person.role]}`)
          : "",
        person,
        replacement: `@${person.name}`,
      }),
    );
    const everybodyNames = ` ${normalizeForSearch(t("everybodyNames"))}`;
    return people.length > 1 && everybodyNames.includes(` ${normalizeForSearch(trigger.search)}`)
      ? [...personChoices, everybodyChoice]
      : personChoices;
  }, [trigger, roomId, people, mentionablePeople, emojis, t, language]);
  const currentIndex = Math.min(selectedIndex, Math.max(0, choices.length - 1));

  useLayer(choices.length > 0, () => setTrigger(null), { ownsEntry: false });

  function accept(acceptedChoice: CompletionChoice): void {
    const element = area.current;
    if (!trigger || !element) return;
    const insertedText = addSpaceAfter(
      element.value.slice(element.selectionStart),
      acceptedChoice.replacement,
    );
    if (trigger.kind === "emoji") storeRecentEmoji(acceptedChoice.replacement);
    const { person, replacement } = acceptedChoice;
    const replacementEnd = trigger.start + replacement.length;
    const newMentions =
      person && canBeMentioned(person.name)
        ? [{ start: trigger.start, end: replacementEnd, id: person.id }]
        : [];
    replaceText(trigger.start, element.selectionStart, insertedText, newMentions);
    setTrigger(null);
  }

  /**
   * The name that was typed when the writer pressed Enter before the members were loaded. When the members arrive, the
   * first match is inserted. Without a match, the Enter sends the message or begins a new line.
   */
  const pendingEnter = useRef<{ name: string; event: globalThis.KeyboardEvent } | null>(null);
  const handlePendingEnter = useEffectEvent(() => {
    const earlyEnter = pendingEnter.current;
    pendingEnter.current = null;
    if (!earlyEnter || earlyEnter.name !== trigger?.search) return;
    const [firstChoice] = choices;
    if (firstChoice) accept(firstChoice);
    else onUnusedEnter(earlyEnter.event);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the members have loaded
  useEffect(() => handlePendingEnter(), [people]);

  return {
    listboxId: id,
    choices,
    selectedIndex: currentIndex,
    accept,
    close: () => setTrigger(null),
    updateTrigger(element) {
      const newTrigger =
        element.selectionStart === element.selectionEnd
          ? findTriggerBeforeCaret(element.value, element.selectionStart)
          : null;
      if (newTrigger?.search !== trigger?.search || newTrigger?.kind !== trigger?.kind) setSelectedIndex(0);
      setTrigger(newTrigger);
    },
    onKey(event) {
      // While an input method composes text, leave all keys to it.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return false;
      if (choices.length === 0) {
        const name = trigger?.kind === "person" && people.length === 0 ? trigger.search : "";
        // The members are not loaded, so the first Enter waits for them. A second Enter sends the message even if they
        // never load.
        const mustWaitForMembers =
          event.key === "Enter" && !event.shiftKey && name !== "" && pendingEnter.current?.name !== name;
        pendingEnter.current = mustWaitForMembers ? { name, event: event.nativeEvent } : null;
        if (mustWaitForMembers) event.preventDefault();
        return mustWaitForMembers;
      }
      const indexChange = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (indexChange !== undefined)
        setSelectedIndex((currentIndex + indexChange + choices.length) % choices.length);
      else if (event.key === "Enter" || event.key === "Tab") {
        const selectedChoice = choices[currentIndex];
        if (selectedChoice) accept(selectedChoice);
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}
