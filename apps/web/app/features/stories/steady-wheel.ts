import { useStore } from "@xyflow/react";
import { useEffect } from "react";

const doNothing = () => {};

/**
 * Keeps a second wheel listener where the library has its own. The library removes and adds its listener at each press
 * of Shift or the space bar. If it were the only one, Chromium would paint all groups again each time.
 */
export function useSteadyWheel(): void {
  const canvas = useStore(({ domNode }) => domNode);
  useEffect(() => {
    const renderer = canvas?.querySelector(".react-flow__renderer");
    renderer?.addEventListener("wheel", doNothing, { passive: false });
    return () => renderer?.removeEventListener("wheel", doNothing);
  }, [canvas]);
}
