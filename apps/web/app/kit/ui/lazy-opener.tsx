import { type ComponentType, Suspense, useState } from "react";
import { createLazyComponent, LoadFailedToast } from "./part.tsx";

/** Props of the button while its content is closed. A hover loads the content's code, and a press opens the content. */
export interface LazyTriggerProps {
  readonly onPointerEnter: () => void;
  readonly onClick: () => void;
}

/**
 * Creates a button whose content, such as a menu, is loaded on demand. Until then, `ClosedButton` is rendered. The
 * loaded component replaces it, and renders both the button and its content.
 */
export function createLazyOpener<P extends object>(
  loadComponent: () => Promise<ComponentType<P>>,
  ClosedButton: ComponentType<P & LazyTriggerProps>,
): ComponentType<P> {
  // Ignore a loading error on hover. A press tries again and shows the error.
  const startLoading = () => void loadComponent().catch(() => undefined);
  const LoadedOpener = createLazyComponent(loadComponent, ({ retry, ...props }) => (
    <>
      <LoadFailedToast />
      <ClosedButton {...(props as P)} onPointerEnter={startLoading} onClick={retry} />
    </>
  ));
  return function Opener(props: P) {
    const [isRequested, setIsRequested] = useState(false);
    const closedButton = (
      <ClosedButton {...props} onPointerEnter={startLoading} onClick={() => setIsRequested(true)} />
    );
    if (!isRequested) return closedButton;
    return (
      <Suspense fallback={closedButton}>
        <LoadedOpener {...props} />
      </Suspense>
    );
  };
}
