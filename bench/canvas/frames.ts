import type { Page } from "playwright-core";
import { movePointerTo } from "../browser/interactions.ts";
import { callInPage } from "../browser/page.ts";

interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** How many frames a screen shows per second. */
const screenFramesPerSecond = 60;
/** The minimum frame rate: at most one frame in ten may be missing. */
const minimumFramesPerSecond = 0.9 * screenFramesPerSecond;
/** The interval between two pointer movements in milliseconds, and the number of movements. */
const [moveIntervalMs, moveCount] = [12, 100];

/** Presses the mouse button, moves the pointer away and back, and releases the button. */
async function dragAwayAndBack(page: Page, startPoint: CanvasPoint): Promise<void> {
  await page.mouse.down();
  for (let move = 0; move < moveCount; move++) {
    const distance = Math.min(move, moveCount - move);
    await page.mouse.move(startPoint.x + distance * 4, startPoint.y + distance * 3);
    await page.waitForTimeout(moveIntervalMs);
  }
  await page.mouse.move(startPoint.x, startPoint.y);
  await page.mouse.up();
}

/** Moves the pointer to a point of the canvas that no group covers, and returns the point. */
async function findEmptyPoint(page: Page): Promise<CanvasPoint> {
  const point = await callInPage(page, "pointOf", "react-flow__pane");
  await page.mouse.move(point.x, point.y);
  return point;
}

/** Movements of the whole canvas or of one group, by label. Each function ends with the canvas where it was before. */
const canvasMovements: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async "zoom by the wheel"(page) {
    await findEmptyPoint(page);
    for (let move = 0; move < moveCount; move++) {
      await page.mouse.wheel(0, move % 20 < 10 ? -30 : 30);
      await page.waitForTimeout(moveIntervalMs);
    }
  },
  "drag the view": async (page) => dragAwayAndBack(page, await findEmptyPoint(page)),
  "drag one group": async (page) =>
    dragAwayAndBack(page, await movePointerTo(page, page.locator(".react-flow__node [data-part]").first())),
};

/**
 * Runs all movements and prints the frames per second of each. Returns whether one of them dropped more than one frame
 * in ten.
 */
export async function measureFrameRate(page: Page): Promise<boolean> {
  let isLimitMissed = false;
  for (const [label, move] of Object.entries(canvasMovements)) {
    await callInPage(page, "startFrames");
    await move(page);
    const { count, seconds } = await callInPage(page, "frames");
    const framesPerSecond = count / seconds;
    if (framesPerSecond < minimumFramesPerSecond) isLimitMissed = true;
    process.stdout.write(
      `${label.padEnd(32)} ${framesPerSecond.toFixed(1)} frames a second (at least ${minimumFramesPerSecond} of ${screenFramesPerSecond})${framesPerSecond < minimumFramesPerSecond ? "  MISSED" : ""}\n`,
    );
    await page.waitForTimeout(900);
  }
  return isLimitMissed;
}
