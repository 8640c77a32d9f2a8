import { expect, test } from "vitest";
import { formatDay, formatMoment } from "./moment.ts";

const moment = new Date("2026-11-20T22:30:00Z");

test("a mail's times are in the chosen zone, else the device's, else UTC", () => {
  const device_time_zone = "Asia/Ho_Chi_Minh";
  const day = (reader?: Parameters<typeof formatDay>[2]) => formatDay(moment, "en", reader);
  expect(day({ settings: { time_zone: "Europe/London" }, device_time_zone })).toBe("20 November 2026");
  expect(day({ settings: {}, device_time_zone })).toBe("21 November 2026");
  expect(day({ settings: {}, device_time_zone: null })).toBe("20 November 2026");
  expect(day()).toBe("20 November 2026");
  expect(formatMoment(moment, "en", { settings: {}, device_time_zone })).toMatch(/05:30:00|5:30:00/);
});
