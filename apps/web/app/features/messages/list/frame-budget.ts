import type { MessageListRow } from "../state/rows.ts";
import type { RenderedMargins } from "./row-range.ts";

/** Rendering this many letters costs as much as rendering the rest of a row. */
const lettersPerRenderWeight = 400;

/** How much rendering a row costs, as a multiple of the cost of a short row. */
export function renderWeightOf(row: MessageListRow | undefined): number {
  if (row?.kind !== "message") return 1;
  const { content, files, previews } = row.message;
  return 1 + content.length / lettersPerRenderWeight + (files.length + (previews?.length ?? 0)) / 2;
}

/**
 * In each frame, adding rows may take this many milliseconds. The rest of the frame is needed for layout and painting,
 * also on a slow phone.
 */
const frameBudgetMs = 6;
/**
 * On a page that nothing slows down, an animation frame usually starts this many milliseconds after its planned time.
 */
const expectedFrameDelayMs = 4;
/**
 * The greatest weight (cost of rendering) of rows that are added in one frame. The limit does not grow when rows render
 * fast, because the next row may take five times as long as the last ones.
 */
const maxFrameWeight = 4;
/** The assumed time in milliseconds for rendering a short row, until rows have been measured. */
export const initialMsPerRenderWeight = frameBudgetMs / 2;

/**
 * Updates the time per unit of weight (cost of rendering), in milliseconds. A slower measurement replaces the value at
 * once. A faster one changes it only by a fifth of the difference.
 */
export function updateMsPerRenderWeight(msPerWeight: number, weight: number, durationMs: number): number {
  const measuredMsPerWeight = durationMs / weight;
  return measuredMsPerWeight > msPerWeight
    ? measuredMsPerWeight
    : msPerWeight * 0.8 + measuredMsPerWeight * 0.2;
}

/** Returns the weight (cost of rendering) of rows to add in a frame that starts `lateMs` after its planned time. */
export function computeFrameRenderWeight(msPerWeight: number, lateMs: number): number {
  const remainingMs = frameBudgetMs - Math.max(0, lateMs - expectedFrameDelayMs);
  return Math.min(maxFrameWeight, Math.max(1, remainingMs / msPerWeight));
}

/**
 * Whether to wait with new rows until the next frame, because the present frame started late and has no time left.
 * False if the reader could see empty space below the rendered rows.
 */
export const canPostponeRows = ({ below }: RenderedMargins, lateMs: number): boolean =>
  lateMs > expectedFrameDelayMs + frameBudgetMs && below >= 0;
