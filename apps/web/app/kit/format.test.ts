import { describe, expect, it } from "vitest";
import { getLocaleFormat } from "./format.ts";

const testNow = new Date("2026-11-20T03:00:00Z");

describe("format", () => {
  it.each([
    ["en", "Asia/Tokyo", "2026-11-20T02:12:00Z", "Today", "11:12"],
    ["vi", "Asia/Ho_Chi_Minh", "2026-11-19T16:59:00Z", "Hôm qua", "Hôm qua"],
    ["ja", "Asia/Tokyo", "2026-11-19T15:00:00Z", "今日", "00:00"],
    ["en", "Europe/London", "2026-11-19T23:59:00Z", "Yesterday", "Yesterday"],
    ["en", "Europe/London", "2026-11-17T12:00:00Z", "Tuesday 17 November", "Tue"],
    ["ja", "Asia/Tokyo", "2026-11-17T03:00:00Z", "11月17日（火）", "火曜日"],
    ["en", "Europe/London", "2026-02-03T12:00:00Z", "Tuesday 3 February", "3 Feb"],
    ["vi", "Asia/Ho_Chi_Minh", "2025-02-03T12:00:00Z", "Thứ Hai, 3 tháng 2, 2025", "3/2/2025"],
  ] as const)("%s in %s: %s is %s, in short %s", (language, timeZone, timestamp, day, shortText) => {
    const format = getLocaleFormat(language, timeZone);
    expect(format.day(timestamp, testNow)).toBe(day);
    expect(format.timeOrDay(timestamp, testNow)).toBe(shortText);
  });

  it.each([
    ["en", ["now", "5m", "2h", "Yesterday", "Tue"]],
    ["vi", ["vừa xong", "5 phút trước", "2 giờ trước", "Hôm qua", "Thứ 3"]],
    ["ja", ["たった今", "5分前", "2時間前", "昨日", "火曜日"]],
  ] as const)("says briefly in %s how long ago something was", (language, texts) => {
    const { timeAgo } = getLocaleFormat(language, "Asia/Tokyo");
    const timestamps = [
      "2026-11-20T02:59:30Z",
      "2026-11-20T02:54:10Z",
      "2026-11-20T00:30:00Z",
      "2026-11-19T14:00:00Z",
      "2026-11-17T03:00:00Z",
    ];
    expect(timestamps.map((timestamp) => timeAgo(timestamp, testNow))).toEqual(texts);
    // The server's clock is ahead, so this time is slightly in the future.
    expect(timeAgo("2026-11-20T03:00:20Z", testNow)).toBe(texts[0]);
  });

  it.each([
    ["en", "An, Bình and Chi"],
    ["vi", "An, Bình và Chi"],
    ["ja", "An、Bình、Chi"],
  ] as const)("lists several names in %s", (language, text) => {
    const { list } = getLocaleFormat(language);
    expect(list(["An", "Bình", "Chi"])).toBe(text);
    expect(list([])).toBe("");
  });

  it("separates days at the reader's midnight", () => {
    const timestamp = "2026-11-19T15:30:00Z";
    expect(getLocaleFormat("en", "Asia/Tokyo").calendarDay(timestamp)).toBe("2026-11-20");
    expect(getLocaleFormat("en", "Europe/London").calendarDay(timestamp)).toBe("2026-11-19");
  });

  it("counts a day that lost an hour as one day", () => {
    const format = getLocaleFormat("en", "Europe/London");
    expect(format.day("2026-03-28T23:30:00Z", new Date("2026-03-29T22:30:00Z"))).toBe("Yesterday");
  });

  it.each([
    ["Asia/Tokyo", "2026-11-20", "2026-11-19T15:00:00.000Z"],
    ["Asia/Ho_Chi_Minh", "2026-11-20", "2026-11-19T17:00:00.000Z"],
    ["Europe/London", "2026-07-01", "2026-06-30T23:00:00.000Z"],
    ["Europe/London", "2026-03-29", "2026-03-29T00:00:00.000Z"],
    ["Europe/London", "2026-10-25", "2026-10-24T23:00:00.000Z"],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ])("knows when a day begins in %s: %s at %s", (timeZone, day, timestamp) => {
    expect(getLocaleFormat("en", timeZone).dayStart(day)?.toISOString()).toBe(timestamp);
    expect(getLocaleFormat("en", timeZone).hourOfDay(timestamp)).toBe(0);
  });

  it("fills a field with the time of the reader's zone, and reads the same moment back", () => {
    const timestamp = "2026-11-20T02:12:00.000Z";
    const format = getLocaleFormat("en", "Asia/Tokyo");
    expect(format.toDateTimeField(timestamp)).toBe("2026-11-20T11:12");
    expect(format.fromDateTimeField("2026-11-20T11:12")?.toISOString()).toBe(timestamp);
    expect(format.fromDateTimeField("")).toBeNull();
    expect(format.date(timestamp)).toBe("20 November 2026");
  });

  it.each([
    ["en", "20 Nov 2026, 09:12", "Friday, 20 November 2026 at 09:12"],
    ["vi", "09:12, 20 thg 11, 2026", "09:12, Thứ Sáu, 20 tháng 11, 2026"],
    ["ja", "2026/11/20 9:12", "2026年11月20日（金）9:12"],
  ] as const)("writes a date with its time in %s", (language, shortText, fullText) => {
    const format = getLocaleFormat(language, "Asia/Ho_Chi_Minh");
    expect(format.dateTime("2026-11-20T02:12:00Z")).toBe(shortText);
    expect(format.fullDateTime("2026-11-20T02:12:00Z")).toBe(fullText);
  });

  it("uses the machine's zone if it does not know the given one", () => {
    const timestamp = "2026-11-20T02:12:00Z";
    expect(getLocaleFormat("en", "Mars/Olympus").time(timestamp)).toBe(getLocaleFormat("en").time(timestamp));
    expect(getLocaleFormat("en").dayStart("tomorrow")).toBeNull();
  });

  it("groups digits as the reader's language does", () => {
    expect(getLocaleFormat("vi").number(10000)).toBe("10.000");
    expect(getLocaleFormat("ja").number(10000)).toBe("10,000");
  });
});
