import { useStore } from "@xyflow/react";
import { useEffect } from "react";

const doNothing = () => {};

/**
 * Adds a wheel listener to the canvas that does nothing. The canvas library removes and adds its own listener at each
 * press of Shift or the space bar, and Chromium paints all groups again whenever no listener is left.
 */
export function useSecondWheelListener(): void {
  const canvas = useStore(({ domNode }) => domNode);
  useEffect(() => {
    const renderer = canvas?.querySelector(".react-flow__renderer");
    renderer?.addEventListener("wheel", doNothing, { passive: false });
    return () => renderer?.removeEventListener("wheel", doNothing);
  }, [canvas]);
}
