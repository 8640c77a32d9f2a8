import { useStore } from "@xyflow/react";
import { useEffect } from "react";

const doNothing = () => {};

/**
 * Adds a second wheel listener to the canvas. The canvas library removes and adds its own listener at each press of
 * Shift or the space bar. Whenever there is no listener, Chromium paints all groups again.
 */
export function useSecondWheelListener(): void {
  const canvas = useStore(({ domNode }) => domNode);
  useEffect(() => {
    const renderer = canvas?.querySelector(".react-flow__renderer");
    renderer?.addEventListener("wheel", doNothing, { passive: false });
    return () => renderer?.removeEventListener("wheel", doNothing);
  }, [canvas]);
}
