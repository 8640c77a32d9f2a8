import { type ComponentType, Suspense, useState } from "react";
import { lazyPart, MissingToast } from "./part.tsx";

/** Props for the closed button: start loading on hover, open on press. */
export interface Opening {
  readonly onPointerEnter: () => void;
  readonly onClick: () => void;
}

/**
 * A button that loads its content on demand. `Closed` is the button until the content is loaded. The content brings the
 * same button.
 */
export function opener<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Closed: ComponentType<P & Opening>,
): ComponentType<P> {
  // Ignore a failure here. The press loads again, and shows the error.
  const startLoading = () => void load().catch(() => undefined);
  const Opened = lazyPart(load, ({ retry, ...props }) => (
    <>
      <MissingToast />
      <Closed {...(props as P)} onPointerEnter={startLoading} onClick={retry} />
    </>
  ));
  return function Opener(props: P) {
    const [isWanted, setIsWanted] = useState(false);
    const closed = <Closed {...props} onPointerEnter={startLoading} onClick={() => setIsWanted(true)} />;
    if (!isWanted) return closed;
    return (
      <Suspense fallback={closed}>
        <Opened {...props} />
      </Suspense>
    );
  };
}
