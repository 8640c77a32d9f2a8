import { expect, test } from "vitest";
import { deviceNameOf } from "./device-name.ts";

test("a device is named by its browser and system, even when the user agent also names other browsers", () => {
  const macUserAgentStart = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
  const chromeUserAgent = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
  expect(deviceNameOf(`${macUserAgentStart} ${chromeUserAgent}`)).toBe("Chrome · Macintosh");
  expect(deviceNameOf(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromeUserAgent} Edg/150.0`)).toBe(
    "Edg · Windows",
  );
  expect(deviceNameOf(`Mozilla/5.0 (Linux; Android 16; Pixel 10) ${chromeUserAgent}`)).toBe(
    "Chrome · Android",
  );
  expect(deviceNameOf("curl/8.14.1")).toBe("curl");
  expect(deviceNameOf("")).toBe("");
});
