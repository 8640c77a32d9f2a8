import { useTranslation } from "react-i18next";
import { createStore, useStore } from "../store.ts";
import { Button } from "./button.tsx";
import styles from "./confirm.module.css";
import { Dialog } from "./dialog.tsx";

export interface Question {
  readonly title: string;
  /** The text: what will happen, and whether it can be undone. */
  readonly text: string;
  /** The verb on the confirming button. */
  readonly action: string;
  /** Whether the action destroys, blocks or closes something. */
  readonly danger?: boolean;
  /** Whether the question is about leaving the page. */
  readonly leaving?: boolean;
}
interface Asked {
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
  readonly open: boolean;
}

const asked = createStore<Asked | null>(null);

/** Asks before an action. Resolves with true if the person confirmed it, false if they closed the dialog. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((answer) => asked.set({ question, answer, open: true }));
}

function answer(yes: boolean): void {
  const now = asked.get();
  now?.answer(yes);
  if (now) asked.set({ ...now, open: false });
}

/** The dialog of `confirm`. Render it once in a page. It keeps the last question while it fades out. */
export function Confirmations() {
  const { t } = useTranslation();
  const shown = useStore(asked);
  const question = shown?.question;
  return (
    <Dialog
      opened={shown?.open ?? false}
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
