import { describe, expect, it } from "vitest";
import { computeMedianOfRuns, formatFiguresAsJson, formatTable, meetsTarget } from "./figures.ts";

describe("figures", () => {
  it("meet a target if they equal it, and miss it if they are worse", () => {
    expect([meetsTarget("posts_50", 1_500), meetsTarget("posts_50", 1_499.9)]).toEqual([true, false]);
    expect([meetsTarget("delivery_p99_50", 25), meetsTarget("delivery_p99_50", 25.1)]).toEqual([true, false]);
    expect(meetsTarget("inserts", 1)).toBeUndefined();
  });

  it("of several runs are the median for each figure", () => {
    const runs = [
      { posts_50: 3, reads: 10 },
      { posts_50: 1, reads: 30 },
      { posts_50: 2, reads: 20 },
    ];
    expect(computeMedianOfRuns(runs)).toEqual({ posts_50: 2, reads: 20 });
    expect(computeMedianOfRuns(runs.slice(0, 2))).toEqual({ posts_50: 1, reads: 10 });
    expect(computeMedianOfRuns([{ posts_50: 4 }, {}])).toEqual({ posts_50: 4 });
  });

  it("say in the table and in JSON whether they meet their target", () => {
    const values = { posts_50: 2_000, memory: 201, inserts: 11_234.56 };
    expect(formatTable(values).split("\n")).toEqual([
      expect.stringMatching(/posts +2,000\/s {2}≥ 1500 +met$/),
      expect.stringMatching(/connections +11,235\/s$/),
      expect.stringMatching(/1,000 sockets +201\.0 MB {2}≤ 200 +MISSED$/),
    ]);
    expect(formatFiguresAsJson(values)).toEqual({
      posts_50: { value: 2_000, unit: "/s", met: true, target: { atLeast: 1_500 } },
      inserts: { value: 11_235, unit: "/s" },
      memory: { value: 201, unit: "MB", met: false, target: { atMost: 200 } },
    });
  });
});
