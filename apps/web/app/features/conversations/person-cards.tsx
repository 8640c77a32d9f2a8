import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyPart, LoadFailedDialog } from "../../kit/ui/part.tsx";
import { useCloseOnNavigation } from "../../kit/use-close-on-navigation.ts";

const PersonCard = createLazyPart(async () => {
  const [{ PersonCard }] = await Promise.all([import("./person-card.tsx"), loadTexts("room")]);
  return PersonCard;
}, LoadFailedDialog);

/**
 * Opens a person's card when an element with `data-card` is pressed. One listener serves all of them, because every
 * message shows a person. Render it once in the workspace.
 */
export function PersonCards({ userId }: { userId: string }) {
  const [openedCard, setOpenedCard] = useState<{ id: string; anchorRect: DOMRect } | null>(null);
  useEffect(() => {
    function handlePress(event: MouseEvent): void {
      const pressedElement = (event.target as Element).closest<HTMLElement>("[data-card]");
      // A click on a link with Ctrl, Cmd or Shift opens the link in another tab or window.
      if (!pressedElement || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // Measure the pressed element now: a new message may move or remove it while the card's code loads.
      setOpenedCard({
        id: pressedElement.dataset.card ?? "",
        anchorRect: pressedElement.getBoundingClientRect(),
      });
    }
    addEventListener("click", handlePress);
    return () => removeEventListener("click", handlePress);
  }, []);
  useCloseOnNavigation(() => setOpenedCard(null));
  if (!openedCard) return null;
  return (
    <Suspense fallback={null}>
      <PersonCard {...openedCard} userId={userId} onClose={() => setOpenedCard(null)} />
    </Suspense>
  );
}
