import { useTranslation } from "../../i18n/use-translation.tsx";
import { createValueStore, useStoreValue } from "../store.ts";
import { Button } from "./button.tsx";
import styles from "./confirm.module.css";
import { Dialog } from "./dialog.tsx";

export interface ConfirmQuestion {
  readonly title: string;
  /** The question: what the action will do, and whether it can be undone. */
  readonly text: string;
  /** The verb on the confirming button. */
  readonly actionLabel: string;
  /** Whether the action destroys, blocks or closes something. */
  readonly isDestructive?: boolean;
  /** Whether the question is about leaving the page. */
  readonly isAboutLeaving?: boolean;
}
interface PendingQuestion {
  readonly question: ConfirmQuestion;
  readonly answer: (isConfirmed: boolean) => void;
  readonly open: boolean;
}

const pendingQuestion = createValueStore<PendingQuestion | null>(null);

/**
 * Asks for confirmation before an action. Resolves with true if the person confirms, with false if they close the
 * dialog.
 */
export function askToConfirm(question: ConfirmQuestion): Promise<boolean> {
  pendingQuestion.get()?.answer(false);
  return new Promise((resolveAnswer) => pendingQuestion.set({ question, answer: resolveAnswer, open: true }));
}

function answerQuestion(isConfirmed: boolean): void {
  const currentQuestion = pendingQuestion.get();
  currentQuestion?.answer(isConfirmed);
  if (currentQuestion) pendingQuestion.set({ ...currentQuestion, open: false });
}

/**
 * Renders the dialog of `askToConfirm`. Render this component once in a page. During the fade-out, the dialog still
 * shows the last question.
 */
export function ConfirmationDialog() {
  const { t } = useTranslation();
  const shownQuestion = useStoreValue(pendingQuestion);
  const question = shownQuestion?.question;
  return (
    <Dialog
      opened={shownQuestion?.open ?? false}
      onClose={() => answerQuestion(false)}
      title={question?.title}
      hasCloseButton={false}
      opensInFront
      isAboutLeaving={question?.isAboutLeaving ?? false}
    >
      <p className={styles.text}>{question?.text}</p>
      <div className={styles.actions}>
        <Button data-autofocus onClick={() => answerQuestion(false)}>
          {t("cancel")}
        </Button>
        <Button kind={question?.isDestructive ? "danger" : "primary"} onClick={() => answerQuestion(true)}>
          {question?.actionLabel}
        </Button>
      </div>
    </Dialog>
  );
}
