import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { MissingDialog, part } from "../../kit/ui/part.tsx";
import { useClosedElsewhere } from "../../kit/use-closed-elsewhere.ts";

const PersonCard = part(async () => {
  const [{ PersonCard }] = await Promise.all([import("./person-card.tsx"), loadTexts("room")]);
  return PersonCard;
}, MissingDialog);

/**
 * Opens the card of the person whose id is in `data-card` of what is pressed. One listener for all of them: every
 * message shows somebody. Once in the workspace.
 */
export function PersonCards({ userId }: { userId: string }) {
  const [shown, setShown] = useState<{ id: string; place: DOMRect } | null>(null);
  useEffect(() => {
    function press(event: MouseEvent): void {
      const pressed = (event.target as Element).closest<HTMLElement>("[data-card]");
      // With these keys a link opens its page elsewhere.
      if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // Where it was when it was pressed: a new message may move it, or take it away, while the card's code loads.
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
