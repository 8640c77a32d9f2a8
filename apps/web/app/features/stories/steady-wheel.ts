import { useStore } from "@xyflow/react";
import { useEffect } from "react";

const doNothing = () => {};

/**
 * Adds a wheel listener that does nothing to the canvas. The canvas library replaces its own wheel listener at each
 * press of Shift or the space bar. In the moment without any listener, Chromium would paint all groups again.
 */
export function useNoopWheelListener(): void {
  const canvas = useStore(({ domNode }) => domNode);
  useEffect(() => {
    const renderer = canvas?.querySelector(".react-flow__renderer");
    renderer?.addEventListener("wheel", doNothing, { passive: false });
    return () => renderer?.removeEventListener("wheel", doNothing);
  }, [canvas]);
}
