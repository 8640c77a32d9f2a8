import { hostileTextLength, hostileTexts } from "../../apps/web/app/features/messages/row/hostile.fixture.ts";
import { expandMessages, type MeasuredRoom, measureMessageArrivals } from "./acts.ts";
import type { BrowserReader } from "./page.ts";
import { printRow } from "./report.ts";
import { findSlowestTexts } from "./slowest-texts.ts";
import { computeQuantile } from "./sums.ts";

/**
 * Some messages are made to keep a page busy. Measures how long they do so, compares them with harmless messages, and
 * prints the times. The reader has the room open.
 */
export async function measureHostileTexts(
  browserReader: BrowserReader,
  measuredRoom: MeasuredRoom,
): Promise<void> {
  // Short messages show the minimum cost of every new message: the page draws the message list, the room's row and
  // the notice.
  const shortTexts = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, `Short ${index}`]));
  const shortTextTimes = [
    ...(await measureMessageArrivals(browserReader, measuredRoom, shortTexts)).values(),
  ];
  // Harmless texts have the same length as the hostile texts. They show the cost of a long text without the tricks
  // that keep a page busy.
  const text = "A sentence of ordinary words that somebody wrote. ".repeat(hostileTextLength / 50);
  const harmlessTexts = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [index, text]));
  const harmlessTextTimes = [
    ...(await measureMessageArrivals(browserReader, measuredRoom, harmlessTexts)).values(),
  ];
  const hostileTextTimes = await findSlowestTexts(hostileTexts, (texts) =>
    measureMessageArrivals(browserReader, measuredRoom, texts),
  );
  printRow(
    "A short message, at full speed",
    computeQuantile(
      shortTextTimes.map(({ totalMs }) => totalMs),
      0.5,
    ),
    "ms",
  );
  printRow(
    `The same of ${hostileTextLength} characters without any marks`,
    computeQuantile(
      harmlessTextTimes.map(({ totalMs }) => totalMs),
      0.5,
    ),
    "ms",
  );
  const [slowestText] = hostileTextTimes;
  if (!slowestText) throw new Error("There are no hostile messages.");
  const [name, { totalMs, scriptMs, styleMs, layoutMs }] = slowestText;
  printRow(`The slowest of ${Object.keys(hostileTexts).length} hostile ones (${name})`, totalMs, "ms", 50);
  printRow("    script", scriptMs, "ms");
  printRow("    styles and layout", styleMs + layoutMs, "ms");
  for (const [label, time] of hostileTextTimes.slice(1, 6))
    printRow(`  then ${label}`, time.totalMs, "ms", 50);
  const ids = hostileTextTimes.map(([, { id }]) => id);
  const expandTimesMs = await expandMessages(browserReader, measuredRoom.room, ids);
  printRow(
    `Unfolding ${expandTimesMs.length} of the slowest: longest frame`,
    Math.max(0, ...expandTimesMs),
    "ms",
    50,
  );
}
