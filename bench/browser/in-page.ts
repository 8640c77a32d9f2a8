// This script runs in the page before the page's own scripts, and measures from inside. `page.ts` wraps the script in a
// block, so that its names stay out of the page's global scope.
interface MeasuredFrame {
  /**
   * Milliseconds from the first task that requested the frame to the frame's end. The value includes the time in which
   * the page only waited for the screen.
   */
  readonly frameMs: number;
  /**
   * The longest time in milliseconds for which the page worked on this frame without a pause. The work includes the
   * task before the frame, and drawing the frame.
   */
  readonly busyMs: number;
}

/** An entry of the Long Animation Frames API. TypeScript's own library does not declare this type yet. */
interface LongFrame extends PerformanceEntry {
  readonly renderStart: number;
  /**
   * How many milliseconds the frame kept the page from reacting to input. The browser adds up the part of each task
   * that exceeds 50 ms.
   */
  readonly blockingDuration: number;
}

let longestMsByInteraction = new Map<number, number>();
let longFrames: MeasuredFrame[] = [];
let frameTimes: number[] = [];
let isCountingFrames = false;
let rememberedTopRow: { row: Element; topPixels: number } | undefined;

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
    if (interactionId)
      longestMsByInteraction.set(
        interactionId,
        Math.max(longestMsByInteraction.get(interactionId) ?? 0, duration),
      );
}).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);

new PerformanceObserver((list) => {
  for (const { startTime, duration, renderStart, blockingDuration } of list.getEntries() as LongFrame[]) {
    const paintMs = renderStart > 0 ? startTime + duration - renderStart : 0;
    const busyMs = blockingDuration > 0 ? 50 + blockingDuration : 0;
    longFrames.push({ frameMs: Math.round(duration), busyMs: Math.round(Math.max(paintMs, busyMs)) });
  }
}).observe({ type: "long-animation-frame" });

/** Calls `callback` after the current frame is painted. The browser delivers a posted message only after the paint. */
function callAfterCurrentPaint(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = callback;
  port2.postMessage(null);
}
/** Calls `callback` after the next frame is painted. */
const callAfterNextPaint = (callback: () => void) =>
  requestAnimationFrame(() => callAfterCurrentPaint(callback));

const findMessageList = () => document.querySelector("main section[tabindex]");
const findRows = () => [...document.querySelectorAll("article[id]")];

/**
 * Returns the topmost message row that begins at least 80 pixels below the upper end of the list. The bench assumes
 * that the person reads this row.
 */
function findTopRow(): Element | undefined {
  const listTop = findMessageList()?.getBoundingClientRect().top ?? 0;
  return findRows().find((row) => row.getBoundingClientRect().top > listTop + 80);
}

const pageFunctions = {
  /** Resolves when an element with this text exists. */
  waitUntilDrawn: (selector: string, text = "") =>
    new Promise<void>((resolve) => {
      const resolveIfPresent = () => {
        if (document.querySelector(selector)?.textContent?.includes(text)) resolve();
        else requestAnimationFrame(resolveIfPresent);
      };
      resolveIfPresent();
    }),

  /** Returns the middle of the element in window coordinates. Scrolls the element into view if needed. */
  middleOfElement(selector: string): { x: number; y: number } {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`There is no ${selector}`);
    element.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  },

  /** Returns the milliseconds from the next click until the newest message of the room is painted. */
  roomSwitched: (room: string, message: string) =>
    new Promise<number>((resolve) => {
      addEventListener(
        "click",
        ({ timeStamp }) => {
          // If the room's elements exist at the start of a frame, the browser paints them in this frame.
          const checkFrame = () => {
            const isRoomDisplayed =
              location.pathname.endsWith(room) && document.getElementById(`message-${message}`);
            if (isRoomDisplayed) callAfterCurrentPaint(() => resolve(performance.now() - timeStamp));
            else requestAnimationFrame(checkFrame);
          };
          requestAnimationFrame(checkFrame);
        },
        { once: true, capture: true },
      );
    }),

  /** Discards all interactions and frames that were recorded so far. */
  startRecording(): void {
    longestMsByInteraction = new Map();
    longFrames = [];
  },
  /**
   * Returns the milliseconds of each interaction that took 16 ms or more, and of each frame that took 50 ms or more.
   */
  recording: () => ({ interactions: [...longestMsByInteraction.values()], frames: longFrames }),

  /** Returns window coordinates at which an element with this class is on top. */
  pointOf(className: string): { x: number; y: number } {
    const stepPixels = 7;
    for (let y = 200; y < innerHeight - 200; y += stepPixels)
      for (let x = 200; x < innerWidth - 500; x += stepPixels)
        if (document.elementFromPoint(x, y)?.classList.contains(className)) return { x, y };
    throw new Error(`There is no free ${className}`);
  },

  /** Starts to count the page's frames. The function `frames` stops the count. */
  startFrames(): void {
    frameTimes = [];
    isCountingFrames = true;
    const countFrame = (time: number) => {
      frameTimes.push(time);
      if (isCountingFrames) requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
  },
  /**
   * Stops the count that `startFrames` began. Returns the number of frames after the first one, and the seconds that
   * they took.
   */
  frames() {
    isCountingFrames = false;
    const [firstFrameTime = 0, lastFrameTime = 0] = [frameTimes[0], frameTimes.at(-1)];
    return { count: frameTimes.length - 1, seconds: (lastFrameTime - firstFrameTime) / 1_000 };
  },

  /**
   * How many pixels of the list are below its visible part. `scrollTop` is negative, because the list scrolls from its
   * end.
   */
  pixelsBelow: () => -(findMessageList()?.scrollTop ?? 0),

  /** Each seeded message begins with its number. Returns the number of the topmost visible seeded message. */
  number: () =>
    [...document.querySelectorAll("article [data-message]")]
      .map((row) => Number(/^\((\d+)\)/.exec(row.textContent ?? "")?.[1]))
      .find((number) => number > 0) ?? Number.NaN,

  /**
   * Measures how far the topmost visible row moves within `ms` milliseconds, after the list has stopped scrolling.
   * Returns the largest distance from its resting position in pixels, or infinity if the list did not stop or the row
   * was removed.
   */
  movedPixels: (ms: number) =>
    new Promise<number>((resolve) => {
      const row = findTopRow();
      const endTimeMs = performance.now() + ms;
      let restingTopPixels: number | null = null;
      let lastTop = Number.NaN;
      let unmovedFrameCount = 0;
      let maximumMovedPixels = 0;
      const measureRowShift = () => {
        const rowTopPixels = row?.isConnected ? row.getBoundingClientRect().top : Number.POSITIVE_INFINITY;
        if (restingTopPixels === null) {
          unmovedFrameCount = rowTopPixels === lastTop ? unmovedFrameCount + 1 : 0;
          if (unmovedFrameCount >= 3) restingTopPixels = rowTopPixels;
        } else maximumMovedPixels = Math.max(maximumMovedPixels, Math.abs(rowTopPixels - restingTopPixels));
        lastTop = rowTopPixels;
        if (performance.now() < endTimeMs) callAfterNextPaint(measureRowShift);
        else resolve(restingTopPixels === null ? Number.POSITIVE_INFINITY : maximumMovedPixels);
      };
      callAfterNextPaint(measureRowShift);
    }),

  /**
   * Remembers the position of the topmost visible row. Returns the id and text of the nearest message above the visible
   * part.
   */
  rememberPosition() {
    const listTop = findMessageList()?.getBoundingClientRect().top ?? 0;
    const row = findTopRow();
    if (row) rememberedTopRow = { row, topPixels: row.getBoundingClientRect().top };
    const rowAbove = findRows().findLast((row) => row.getBoundingClientRect().bottom < listTop);
    return {
      id: rowAbove?.id.slice("message-".length) ?? "",
      words: rowAbove?.querySelector("[data-message]")?.textContent ?? "",
    };
  },
  /** Returns by how many pixels the remembered row has moved. */
  rowShiftPixels: () =>
    rememberedTopRow?.row.isConnected
      ? Math.abs(rememberedTopRow.row.getBoundingClientRect().top - rememberedTopRow.topPixels)
      : Number.POSITIVE_INFINITY,
};

Object.assign(globalThis, { probe: pageFunctions });

/** Lists the functions that `callInPage` can call. */
export type PageFunctions = typeof pageFunctions;
