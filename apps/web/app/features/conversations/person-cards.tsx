import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import { useCloseOnNavigation } from "../../kit/use-close-on-navigation.ts";

const PersonCard = createLazyComponent(async () => {
  const [{ PersonCard }] = await Promise.all([import("./person-card.tsx"), loadTexts("room")]);
  return PersonCard;
}, DialogLoadFailedToast);

/**
 * Opens a person's card when somebody presses the person's name or picture (an element with `data-card`). There is one
 * listener on the window for all of these elements, because every message has one. Render this component only once.
 */
export function PersonCardLayer({ userId }: { userId: string }) {
  const [openedCard, setOpenedCard] = useState<{ id: string; anchorRect: DOMRect } | null>(null);
  useEffect(() => {
    function handlePress(event: MouseEvent): void {
      const pressedElement = (event.target as Element).closest<HTMLElement>("[data-card]");
      // With Ctrl, Cmd or Shift, a click opens a link in another tab or window. Do not open the card then.
      if (!pressedElement || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // Measure the pressed element before the card's code is loaded. While it loads, a new message may move or remove
      // the element.
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
