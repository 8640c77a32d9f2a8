import type { BroadcastReceiptKind } from "@kakehashi/contract/bot-visitor-broadcasts";

export interface BroadcastReport {
  readonly number: number;
  readonly act: BroadcastReceiptKind;
}

/**
 * What a visitor did with a broadcast, in ascending order. A higher value includes the lower ones: a clicked broadcast
 * was also read.
 */
const reactionRanks: Readonly<Record<BroadcastReceiptKind, number>> = { DELIVERED: 0, READ: 1, CLICKED: 2 };
/**
 * Reports about broadcasts are sent after this many milliseconds. Most broadcasts become visible just after their
 * arrival. So one request can report both the arrival and the reading.
 */
const reportDelayMs = 400;
/** One request contains at most this many reports about broadcasts. */
const maximumReports = 50;

/**
 * Reports to the server which broadcasts have arrived, are visible, and were clicked. A failed report is sent again
 * together with the next one.
 */
export function createBroadcastReporter(sendToServer: (reports: BroadcastReport[]) => Promise<void>) {
  const highestRanks = new Map<number, number>();
  const waitingReports = new Map<number, BroadcastReceiptKind>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendReports(): Promise<void> {
    timer = undefined;
    const reports = [...waitingReports]
      .slice(0, maximumReports)
      .map(([number, reaction]) => ({ number, act: reaction }));
    for (const { number } of reports) waitingReports.delete(number);
    try {
      await sendToServer(reports);
    } catch {
      for (const { number, act } of reports) if (!waitingReports.has(number)) waitingReports.set(number, act);
      return;
    }
    if (waitingReports.size > 0) scheduleSendingReports();
  }
  function scheduleSendingReports(): void {
    timer ??= setTimeout(() => void sendReports(), reportDelayMs);
  }

  function addReport(number: number, reaction: BroadcastReceiptKind): void {
    if ((highestRanks.get(number) ?? -1) >= reactionRanks[reaction]) return;
    highestRanks.set(number, reactionRanks[reaction]);
    waitingReports.set(number, reaction);
    scheduleSendingReports();
  }

  const visibilityObserver = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRect, boundingClientRect, rootBounds } of entries) {
        // A broadcast counts as read when half of it is visible. If it is higher than the window, it must fill half of
        // the window.
        const requiredHeight = Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight);
        if (!isIntersecting || intersectionRect.height < requiredHeight / 2) continue;
        addReport(Number((target as HTMLElement).dataset.broadcast), "READ");
        visibilityObserver.unobserve(target);
      }
    },
    { threshold: [0, 0.1, 0.25, 0.5] },
  );

  return {
    /**
     * Watches a broadcast's element. Reports the broadcast as delivered at once, as read when it is visible, and as
     * clicked when a link or button in it is pressed.
     */
    watch(node: HTMLElement, number: number): void {
      node.dataset.broadcast = String(number);
      addReport(number, "DELIVERED");
      if ((highestRanks.get(number) ?? 0) < reactionRanks.READ) visibilityObserver.observe(node);
      for (const clickEventType of ["click", "auxclick"])
        node.addEventListener(clickEventType, ({ target }) => {
          if ((target as Element).closest("a, button")) addReport(number, "CLICKED");
        });
    },
    /** Sends the failed reports about broadcasts again. */
    again(): void {
      if (waitingReports.size > 0) scheduleSendingReports();
    },
    /** Forgets all reports about broadcasts, because a new session begins. */
    clear(): void {
      visibilityObserver.disconnect();
      clearTimeout(timer);
      timer = undefined;
      highestRanks.clear();
      waitingReports.clear();
    },
  };
}
