import type { ChecklistStep, FirstStepsChecklistItem } from "@kakehashi/contract/checklist";
import {
  IconBell,
  IconCheck,
  IconChevronRight,
  IconLanguage,
  IconMailPlus,
  IconMessagePlus,
  IconPhoto,
  type IconProps,
  IconUserEdit,
} from "@tabler/icons-react";
import { type ComponentType, useId, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { StartDialog } from "../conversations/start-dialog.tsx";
import { useConversations } from "../conversations/use-conversations.ts";
import styles from "./checklist.module.css";
import { checklistQueryKey } from "./queries.ts";

const stepIcons: Readonly<Record<ChecklistStep, ComponentType<IconProps>>> = {
  picture: IconPhoto,
  profile: IconUserEdit,
  languages: IconLanguage,
  notifications: IconBell,
  conversation: IconMessagePlus,
  invitation: IconMailPlus,
};

interface ChecklistProps {
  items: readonly FirstStepsChecklistItem[];
  onHide: () => void;
  /**
   * Whether the person has just pressed the button that shows the checklist again. The checklist then gets the focus.
   */
  isJustShown: boolean;
}

/** The checklist of first steps for a new person. It shows which steps are done, and links to the others. */
export function ChecklistBlock({ items, onHide, isJustShown }: ChecklistProps) {
  const { t } = useTranslation("checklist");
  const id = useId();
  const doneCount = items.filter((item) => item.done).length;
  const progressText = t("progress", { done: doneCount, all: items.length });
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 className={styles.title} id={id}>
          {t("title")}
        </h2>
        <span className={styles.count}>{progressText}</span>
        <button
          type="button"
          className={styles.hideButton}
          onClick={onHide}
          ref={isJustShown ? focusElement : undefined}
        >
          {t("hide")}
        </button>
      </header>
      <progress className={styles.progress} value={doneCount} max={items.length} aria-label={progressText} />
      <ol className={styles.steps}>
        {items.map((item) => (
          <li key={item.step}>
            {item.done ? <DoneStep step={item.step} /> : <ChecklistStepRow step={item.step} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

const focusElement = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** The button that shows the hidden checklist again. It stands where the checklist was. */
export function HiddenChecklistNote({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation("checklist");
  return (
    <p className={styles.hiddenNote} role="status">
      {t("hidden")}
      <button type="button" className={styles.hideButton} onClick={onShow} ref={focusElement}>
        {t("undo")}
      </button>
    </p>
  );
}

function DoneStep({ step }: { step: ChecklistStep }) {
  const { t } = useTranslation("checklist");
  return (
    <span className={styles.step} data-done>
      <span className={styles.icon}>
        <IconCheck size={18} stroke={2.2} aria-hidden="true" />
      </span>
      <span className={styles.stepText}>
        <span className={styles.name}>{t(step)}</span>
        <span className={styles.note}>{t("done")}</span>
      </span>
    </span>
  );
}

const addressByStep = {
  picture: "/profile",
  profile: "/profile",
  languages: "/settings#languages",
  notifications: "/settings#notifications",
} as const;

function ChecklistStepRow({ step }: { step: ChecklistStep }) {
  const { t } = useTranslation("checklist");
  const newestConversation = useConversations().list?.find(({ kind }) => kind !== "MY_CHAT");
  const [isDialogOpen, setDialogOpen] = useState(false);
  const Icon = stepIcons[step];
  const content = (
    <>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={styles.stepText}>
        <span className={styles.name}>{t(step)}</span>
        <span className={styles.note}>{t(`${step}Note`)}</span>
      </span>
      <IconChevronRight className={styles.chevron} size={18} stroke={1.6} aria-hidden="true" />
    </>
  );
  // The step “conversation” is a button that opens a dialog. If the person already has a conversation, for example
  // because somebody invited them, the step is a link to the newest one. While its dialog is open, it stays a button,
  // because replacing the button would close the dialog.
  const address =
    step === "conversation" || step === "invitation"
      ? step === "conversation" && !isDialogOpen && newestConversation && `/chat/${newestConversation.id}`
      : addressByStep[step];
  if (address) {
    return (
      <Link className={styles.step ?? ""} to={address}>
        {content}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={styles.step} onClick={() => setDialogOpen(true)}>
        {content}
      </button>
      <StartDialog
        opened={isDialogOpen}
        onClose={() => {
          setDialogOpen(false);
          // The person may have invited somebody in the dialog, so fetch the checklist again.
          void getQueryClient().invalidateQueries({ queryKey: checklistQueryKey });
        }}
      />
    </>
  );
}
