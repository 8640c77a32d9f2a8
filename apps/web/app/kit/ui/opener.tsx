import { type ComponentType, Suspense, useState } from "react";
import { MissingToast, part } from "./part.tsx";

/** What the closed button does when it is pointed at and pressed. */
export interface Opening {
  readonly onPointerEnter: () => void;
  readonly onClick: () => void;
}

/**
 * A button that opens what is loaded only then: `Closed` is the button until it is pressed and that is here. What is
 * loaded brings the same button along.
 */
export function opener<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Closed: ComponentType<P & Opening>,
): ComponentType<P> {
  // What fails now fails again with the press, and says so then.
  const begin = () => void load().catch(() => undefined);
  const Opened = part(load, ({ retry, ...props }) => (
    <>
      <MissingToast />
      <Closed {...(props as P)} onPointerEnter={begin} onClick={retry} />
    </>
  ));
  return function Opener(props: P) {
    const [wanted, setWanted] = useState(false);
    const closed = <Closed {...props} onPointerEnter={begin} onClick={() => setWanted(true)} />;
    if (!wanted) return closed;
    return (
      <Suspense fallback={closed}>
        <Opened {...props} />
      </Suspense>
    );
  };
}
