import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { MissingDialog, part } from "../../kit/ui/part.tsx";
import { useClosedElsewhere } from "../../kit/use-closed-elsewhere.ts";

const PersonCard = part(async () => {
  const [{ PersonCard }] = await Promise.all([import("./person-card.tsx"), loadTexts("room")]);
  return PersonCard;
}, MissingDialog);

/**
 * Opens a person's card when an element with `data-card` is pressed. One listener serves all of them, because every
 * message shows a person. Render it once in the workspace.
 */
export function PersonCards({ userId }: { userId: string }) {
  const [shown, setShown] = useState<{ id: string; place: DOMRect } | null>(null);
  useEffect(() => {
    function press(event: MouseEvent): void {
      const pressed = (event.target as Element).closest<HTMLElement>("[data-card]");
      // With these keys, a link opens in another tab.
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // Measure now: a new message may move or remove the element while the card's code loads.
      setShown({ id: pressed.dataset.card ?? "", place: pressed.getBoundingClientRect() });
    }
    addEventListener("click", press);
    return () => removeEventListener("click", press);
  }, []);
  useClosedElsewhere(() => setShown(null));
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <PersonCard {...shown} userId={userId} onClose={() => setShown(null)} />
    </Suspense>
  );
}
