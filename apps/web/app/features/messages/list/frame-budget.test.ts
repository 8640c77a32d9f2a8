import { describe, expect, it } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import {
  canPostponeRows,
  computeFrameRenderWeight,
  initialMsPerRenderWeight,
  renderWeightOf,
  updateMsPerRenderWeight,
} from "./frame-budget.ts";

describe("the rows of one frame", () => {
  it("are added as fast as they render: fewer at once when that is slow, gradually more otherwise", () => {
    const onTimeFrameMs = 3;
    const slowMsPerWeight = updateMsPerRenderWeight(initialMsPerRenderWeight, 2, 40);
    expect(computeFrameRenderWeight(slowMsPerWeight, onTimeFrameMs)).toBe(1);
    expect(computeFrameRenderWeight(updateMsPerRenderWeight(slowMsPerWeight, 1, 0.5), onTimeFrameMs)).toBe(1);
    let msPerWeight = slowMsPerWeight;
    for (let frame = 0; frame < 30; frame++) {
      const frameWeight = computeFrameRenderWeight(msPerWeight, onTimeFrameMs);
      msPerWeight = updateMsPerRenderWeight(msPerWeight, frameWeight, frameWeight * 0.5);
    }
    expect(computeFrameRenderWeight(msPerWeight, onTimeFrameMs)).toBe(4);
  });

  it("are fewer in a late frame, and wait for the next one if nothing visible is missing", () => {
    expect([0, 4, 6, 9, 12, 40].map((lateMs) => computeFrameRenderWeight(2, lateMs))).toEqual([
      3, 3, 2, 1, 1, 1,
    ]);
    expect(canPostponeRows({ above: 0, below: 0 }, 30)).toBe(true);
    expect(canPostponeRows({ above: 0, below: 0 }, 10)).toBe(false);
    expect(canPostponeRows({ above: 0, below: -1 }, 30)).toBe(false);
  });

  it("weigh more if they are long", () => {
    expect(renderWeightOf({ kind: "day", key: "0", label: "0" })).toBe(1);
    const message = messageFixture(1, { content: "x".repeat(4_000) });
    expect(renderWeightOf({ kind: "message", key: "1", message, isGrouped: false })).toBe(11);
  });
});
