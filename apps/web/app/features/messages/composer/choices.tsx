import { Avatar } from "../../../kit/ui/avatar.tsx";
import { PersonName } from "../../profiles/name-in-other-script.tsx";
import styles from "./choices.module.css";
import type { ComposerCompletion } from "./use-completion.ts";

export const choiceElementId = (listId: string, index: number) => `${listId}-${index}`;

/** The suggestions above the text field. The keyboard focus stays in the field. */
export function SuggestionList({ completion, label }: { completion: ComposerCompletion; label: string }) {
  const { listboxId: id, choices, selectedIndex, accept: acceptChoice } = completion;
  if (choices.length === 0) return null;
  return (
    <div className={styles.choices} id={id} role="listbox" aria-label={label}>
      {choices.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={suggestion.key}
          id={choiceElementId(id, index)}
          role="option"
          aria-selected={index === selectedIndex}
          className={styles.choice}
          // Prevent the default action of the press. Otherwise the text field would lose the focus, and the list would
          // close before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => acceptChoice(suggestion)}
        >
          {suggestion.person && (
            <Avatar
              id={suggestion.person.id}
              name={suggestion.person.name}
              image={suggestion.person.avatar}
              size={24}
            />
          )}
          {suggestion.person ? (
            <PersonName person={suggestion.person} />
          ) : (
            <span className={styles.text}>{suggestion.label}</span>
          )}
          <span className={styles.note}>{suggestion.note}</span>
        </div>
      ))}
    </div>
  );
}
