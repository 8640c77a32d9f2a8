import { type ComponentType, Suspense, useState } from "react";
import { createLazyPart, LoadFailedToast } from "./part.tsx";

/** Props for the closed button: start loading on hover, open on press. */
export interface ClosedButtonProps {
  readonly onPointerEnter: () => void;
  readonly onClick: () => void;
}

/**
 * A button that loads its content on demand. `Closed` is the button until the content is loaded. The content brings the
 * same button.
 */
export function createLazyOpener<P extends object>(
  load: () => Promise<ComponentType<P>>,
  ClosedButton: ComponentType<P & ClosedButtonProps>,
): ComponentType<P> {
  // Ignore a failure here. The press loads again, and shows the error.
  const startLoading = () => void load().catch(() => undefined);
  const Opened = createLazyPart(load, ({ retry, ...props }) => (
    <>
      <LoadFailedToast />
      <ClosedButton {...(props as P)} onPointerEnter={startLoading} onClick={retry} />
    </>
  ));
  return function Opener(props: P) {
    const [isRequested, setIsWanted] = useState(false);
    const closedButton = (
      <ClosedButton {...props} onPointerEnter={startLoading} onClick={() => setIsWanted(true)} />
    );
    if (!isRequested) return closedButton;
    return (
      <Suspense fallback={closedButton}>
        <Opened {...props} />
      </Suspense>
    );
  };
}
