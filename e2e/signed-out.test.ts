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
  "whoever is signed out from another device reads on the start page why (%s)",
  async (language, sentence) => {
    const here = await device(browser, server, "kenji");
    await here.context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
    await here.page.goto("/settings");
    await here.page.getByRole("main").getByRole("heading").first().waitFor();
    const there = await device(browser, server, "kenji");
    const sessions = await here.call<{ id: string; current: boolean }[]>("GET", "/users/sessions");
    const mine = sessions.find(({ current }) => current);
    await there.call("DELETE", `/users/sessions/${mine?.id}`);
    await here.page.getByText(sentence).waitFor();
    expect(new URL(here.page.url()).search).toContain("notice=elsewhere");
    expect(here.faults).toEqual([]);
    await Promise.all([here.context.close(), there.context.close()]);
  },
);
