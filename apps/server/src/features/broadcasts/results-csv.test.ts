import type { BroadcastResultCounts } from "@kakehashi/contract/bot-broadcasts";
import { expect, test } from "vitest";
import { toBroadcastResultsCsv } from "./results-csv.ts";

const createResultRow = (
  platform: BroadcastResultCounts["platform"],
  language: BroadcastResultCounts["language"],
): BroadcastResultCounts => ({
  platform,
  language,
  planned: 4,
  sent: 4,
  delivered: 3,
  read: 2,
  clicked: 1,
  answered: 0,
  skipped: {} as BroadcastResultCounts["skipped"],
});

test("The file names platforms and languages as the page does", () => {
  const listCsvNames = (reader: "en" | "ja") =>
    toBroadcastResultsCsv([createResultRow("WEB", "vi"), createResultRow("ZALO", "ja")], reader)
      .split(/\r?\n/)
      .slice(1, 3)
      .map((line) => line.split(",").slice(0, 3).join(","));
  expect(listCsvNames("en")).toEqual(["Website,Tiếng Việt,4", "Zalo,日本語,4"]);
  expect(listCsvNames("ja")).toEqual(["ウェブサイト,Tiếng Việt,4", "Zalo,日本語,4"]);
});
