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
import { useTranslation } from "react-i18next";
import { fold } from "../../../kit/fold.ts";
import { useLayer } from "../../../kit/layers.ts";
import { usePeopleNamed } from "../../conversations/members.ts";
import { knownConversation } from "../../conversations/queries.ts";
import { findEmojis, inTone, rememberEmoji, skinTone, useEmojis } from "../../emojis/emojis.ts";
import { roleKeys } from "../../profiles/roles.ts";
import { findPeople, type Trigger, triggerAt, withSpaceAfter } from "./completion.ts";

/** The most suggestions shown at once. */
const maxChoices = 7;

export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly person: UserSummary | null;
  readonly replacement: string;
}

export interface Completion {
  readonly id: string;
  readonly choices: readonly Choice[];
  /** The suggestion that Enter accepts. */
  readonly selectedIndex: number;
  accept(choice: Choice): void;
  /** Handles a key. Returns whether the suggestions used it. */
  onKey(event: KeyboardEvent): boolean;
  updateTrigger(area: HTMLTextAreaElement): void;
  close(): void;
}

interface Options {
  roomId: string;
  people: readonly UserSummary[];
  /** Replaces a part of the text. `chosen` are the mentions inside the new text. */
  replace: (start: number, end: number, words: string, chosen?: readonly MentionRange[]) => void;
  area: RefObject<HTMLTextAreaElement | null>;
}

export function useCompletion({ roomId, people, replace, area }: Options): Completion {
  const { t, i18n } = useTranslation(["messages", "common"]);
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const id = useId();
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [at, setAt] = useState(0);
  const { data: emojis } = useEmojis(trigger?.kind === "emoji");
  const everyone = usePeopleNamed(roomId, people, trigger?.kind === "person" ? trigger.search : "");

  const choices = useMemo((): readonly Choice[] => {
    if (!trigger) return [];
    if (trigger.kind === "emoji") {
      return findEmojis(emojis ?? [], trigger.search, maxChoices).map((emoji) => ({
        key: emoji.type,
        text: inTone(emoji, skinTone()),
        note: language === "en" ? `:${emoji.codes[0] ?? ""}:` : emoji.names[language],
        person: null,
        replacement: inTone(emoji, skinTone()),
      }));
    }
    // The writer does not mention themselves. The count comes from the conversation, because only the first hundred
    // members of a large room are loaded.
    const count = (knownConversation(roomId)?.member_count ?? people.length) - 1;
    const note = t("everybodyCalled", { count });
    const everybody = { key: "all", text: "@all", note, person: null, replacement: "@all" };
    const found = findPeople(everyone, trigger.search, maxChoices).map((person, _, all) => ({
      key: person.id,
      text: person.name,
      // The role tells two people with the same name apart.
      note: all.some(({ id, name }) => id !== person.id && name === person.name)
        ? t(`common:${roleKeys[person.role]}`)
        : "",
      person,
      replacement: `@${person.name}`,
    }));
    const names = ` ${fold(t("everybodyNames"))}`;
    return people.length > 1 && names.includes(` ${fold(trigger.search)}`) ? [...found, everybody] : found;
  }, [trigger, roomId, people, everyone, emojis, t, language]);
  const currentIndex = Math.min(at, Math.max(0, choices.length - 1));

  useLayer(choices.length > 0, () => setTrigger(null), { ownsEntry: false });

  function accept(choice: Choice): void {
    const element = area.current;
    if (!trigger || !element) return;
    const words = withSpaceAfter(element.value.slice(element.selectionStart), choice.replacement);
    if (trigger.kind === "emoji") rememberEmoji(choice.replacement);
    const { person, replacement } = choice;
    const end = trigger.start + replacement.length;
    const chosen =
      person && canBeMentioned(person.name) ? [{ start: trigger.start, end, id: person.id }] : [];
    replace(trigger.start, element.selectionStart, words, chosen);
    setTrigger(null);
  }

  /** The name that was typed when Enter came before the members were loaded. It is accepted once they are. */
  const earlyName = useRef("");
  const acceptEarly = useEffectEvent(() => {
    const [first] = choices;
    if (first && earlyName.current && earlyName.current === trigger?.search) accept(first);
    earlyName.current = "";
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once they are known
  useEffect(() => acceptEarly(), [people]);

  return {
    id,
    choices,
    selectedIndex: currentIndex,
    accept,
    close: () => setTrigger(null),
    updateTrigger(element) {
      const found =
        element.selectionStart === element.selectionEnd
          ? triggerAt(element.value, element.selectionStart)
          : null;
      if (found?.search !== trigger?.search || found?.kind !== trigger?.kind) setAt(0);
      setTrigger(found);
    },
    onKey(event) {
      // While an input method composes, all keys belong to it.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return false;
      if (choices.length === 0) {
        const name = trigger?.kind === "person" && people.length === 0 ? trigger.search : "";
        // If the members never load, the second Enter sends.
        const mustWait =
          event.key === "Enter" && !event.shiftKey && name !== "" && earlyName.current !== name;
        earlyName.current = mustWait ? name : "";
        if (mustWait) event.preventDefault();
        return mustWait;
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setAt((currentIndex + step + choices.length) % choices.length);
      else if (event.key === "Enter" || event.key === "Tab") {
        const choice = choices[currentIndex];
        if (choice) accept(choice);
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}
