import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** Re-renders each minute, so that shown times stay correct. */
export function useRenderEveryMinute(): void {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
}
