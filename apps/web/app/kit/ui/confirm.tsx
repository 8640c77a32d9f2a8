import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import styles from "./confirm.module.css";
import { Dialog } from "./dialog.tsx";

export interface Question {
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly text: string;
  /** The verb on the button that does it. */
  readonly action: string;
  /** It destroys, blocks or closes something. */
  readonly danger?: boolean;
  /** It is asked of whoever is about to leave the page. */
  readonly leaving?: boolean;
}
interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
let open = false;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Asks before something is done; false when the dialog was closed without it. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    asked = { ...question, answer: resolve };
    open = true;
    changed();
  });
}

function answer(yes: boolean): void {
  open = false;
  asked?.answer(yes);
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where `confirm` asks: once in a page. The last question stays in it while it fades. */
export function Confirmations() {
  const { t } = useTranslation();
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
  const opened = useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
  return (
    <Dialog
      opened={opened}
      onClose={() => answer(false)}
      title={question?.title}
      closable={false}
      front
      leaving={question?.leaving ?? false}
    >
      <p className={styles.text}>{question?.text}</p>
      <div className={styles.actions}>
        <Button data-autofocus onClick={() => answer(false)}>
          {t("cancel")}
        </Button>
        <Button kind={question?.danger ? "danger" : "primary"} onClick={() => answer(true)}>
          {question?.action}
        </Button>
      </div>
    </Dialog>
  );
}
