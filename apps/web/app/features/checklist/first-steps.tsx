import type { FirstStepsChecklistItem } from "@kakehashi/contract/checklist";
import { Suspense, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { toastError } from "../../kit/toast.ts";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import styles from "./first-steps.module.css";
import { saveChecklistShown } from "./queries.ts";

const Checklist = createLazyComponent(async () => {
  const [{ ChecklistBlock }] = await Promise.all([import("./checklist.tsx"), loadTexts("checklist")]);
  return ChecklistBlock;
}, EmptyLoadFailedFallback);
const ChecklistHidden = createLazyComponent(async () => {
  const [{ HiddenChecklistNote: ChecklistHidden }] = await Promise.all([
    import("./checklist.tsx"),
    loadTexts("checklist"),
  ]);
  return ChecklistHidden;
}, EmptyLoadFailedFallback);

/** The checklist of first steps. If the person has hidden it, a button that shows it again. */
export function FirstSteps({ items }: { items: readonly FirstStepsChecklistItem[] | null | undefined }) {
  const [lastVisibilityChange, setLastVisibilityChange] = useState<"hidden" | "shown" | null>(null);

  async function setChecklistShown(isShown: boolean): Promise<void> {
    try {
      await saveChecklistShown(isShown);
      setLastVisibilityChange(isShown ? "shown" : "hidden");
    } catch (error) {
      toastError(error);
    }
  }

  // A placeholder that is about as high as the checklist, so that nothing below it moves when the checklist has loaded.
  const placeholder = (
    <div className={styles.waiting} aria-hidden="true">
      <SkeletonRows count={4} label="" />
    </div>
  );
  if (items === undefined) return placeholder;
  return (
    <Suspense fallback={items && placeholder}>
      {items ? (
        <Checklist
          items={items}
          onHide={() => void setChecklistShown(false)}
          isJustShown={lastVisibilityChange === "shown"}
        />
      ) : (
        lastVisibilityChange === "hidden" && <ChecklistHidden onShow={() => void setChecklistShown(true)} />
      )}
    </Suspense>
  );
}
