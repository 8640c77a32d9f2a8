import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** Re-renders the component each minute, so that texts such as "5 minutes ago" stay correct. */
export function useRenderEveryMinute(): void {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
}
