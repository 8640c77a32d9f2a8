import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { device } from "./people.ts";

const { browser, server } = await openDemo();

const sentences = {
  en: "You were signed out here from another device.",
  vi: "Bạn đã được đăng xuất ở đây từ một thiết bị khác.",
  ja: "別の端末からの操作により、この端末ではサインアウトしました。",
} as const;

test.each(Object.entries(sentences))(
  "after being signed out from another device, the start page says why (%s)",
  async (language, sentence) => {
    const kenjiDevice = await device(browser, server, "kenji");
    await kenjiDevice.context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
    await kenjiDevice.page.goto("/settings");
    await kenjiDevice.page.getByRole("main").getByRole("heading").first().waitFor();
    const otherDevice = await device(browser, server, "kenji");
    const sessions = await kenjiDevice.call<{ id: string; current: boolean }[]>("GET", "/users/sessions");
    const ownSession = sessions.find(({ current }) => current);
    await otherDevice.call("DELETE", `/users/sessions/${ownSession?.id}`);
    await kenjiDevice.page.getByText(sentence).waitFor();
    expect(new URL(kenjiDevice.page.url()).search).toContain("notice=elsewhere");
    expect(kenjiDevice.faults).toEqual([]);
    await Promise.all([kenjiDevice.context.close(), otherDevice.context.close()]);
  },
);
