import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";

// An editor writes a broadcast to all visitors of a bot, sends it, and reads its statistics.

const { server, signIn } = await openDemo();

const botStory = {
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        {
          id: "name",
          type: "ask",
          answer: { kind: "text", minimum: 1, maximum: 100 },
          text: { en: "What is your name?" },
          variable_id: "n",
          retry: {},
        },
        { id: "end", type: "end" },
      ],
    },
  ],
  edges: [],
  variables: [{ id: "n", name: "name" }],
};

test("an editor sends a broadcast, a visitor's open chat shows it, and its page counts who got it and who answered", async () => {
  const { page, call, context } = await signIn("kenji");
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB"],
  });
  const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Hello", draft: botStory });
  await call("POST", `/bots/${id}/flows/${flow.id}/publish`, { revision: 1 });
  await call("POST", `/bots/${id}/flows/${flow.id}/enable`, { is_enabled: true });
  await call("PATCH", `/bots/${id}`, { start_flow_id: flow.id });

  const visitor = await context.newPage();
  await visitor.goto(`${server.address}/w/${id}`);
  await visitor.getByText("What is your name?").waitFor();
  await visitor.getByRole("textbox").fill("Aiko");
  await visitor.keyboard.press("Enter");
  await visitor.getByText("Aiko").waitFor();

  await page.goto(`/bots/${id}`);
  await page
    .getByRole("navigation", { name: "Pages of this bot" })
    .getByRole("link", { name: "Broadcasts" })
    .click();
  await page.getByText("No broadcasts yet").waitFor();
  await page.getByRole("link", { name: "New broadcast" }).click();
  await page.getByText("1 visitor fits now.").waitFor();
  await page.getByRole("button", { name: "Send …" }).click();
  await page.getByText("This is required.").first().waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Spring");
  await page.getByLabel("Text in English").fill("Hello {{nmae}}, we open at nine.");
  // While the test types the year 2026 digit by digit, the field has the years 0002, 0020 and 0202. These years must
  // not break the form.
  await page.getByLabel("Begins").selectOption({ label: "At a time" });
  await page.getByLabel("Date and time").pressSequentially("11292026");
  await page.getByText(/At most 90 days from now/).waitFor();
  await page.getByLabel("Begins").selectOption({ label: "Now" });
  await page.getByLabel("Variable", { exact: true }).selectOption("name");
  await page.getByLabel("The variable", { exact: true }).selectOption({ label: "is exactly" });
  await page.getByLabel("Value").fill("Ken");
  await page.getByText("0 visitors fit now.").waitFor();
  await page.getByLabel("Value").fill("Aiko");
  await page.getByText("1 visitor fits now.").waitFor();
  await page.getByText("Draft saved on this device").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.reload();
  await page.getByText("This is what you had written").waitFor();
  expect(await page.getByLabel("Value").inputValue()).toBe("Aiko");
  const dialog = page.getByRole("dialog");
  const sendBroadcast = async () => {
    await page.getByRole("button", { name: "Send …" }).click();
    await dialog.getByText("1 visitor gets it.").waitFor();
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
  };
  await sendBroadcast();
  await page.getByText("No visitor has a value for {{nmae}}.").waitFor();
  await page
    .getByLabel("Text in English")
    .fill(`Hello {{name}}, we open at nine. More: ${server.address}/robots.txt`);
  await sendBroadcast();
  await page.getByRole("heading", { name: "Spring" }).waitFor();
  await visitor.getByText("Hello Aiko, we open at nine.").waitFor();
  await page.getByText("Sent to 1 of 1 visitor").waitFor();

  const findFigure = (name: string) => page.locator("dl div", { hasText: name }).locator("dd strong");
  // The broadcast's page shows the visitors' actions without a reload.
  const waitForFigure = (name: string, count: string) =>
    expect.poll(() => findFigure(name).textContent()).toBe(count);
  await waitForFigure("Delivered", "1");
  await waitForFigure("Read", "1");
  expect(await findFigure("Clicked").textContent()).toBe("0");
  const openedPage = context.waitForEvent("page");
  await visitor.getByRole("link", { name: "robots.txt" }).click();
  await (await openedPage).close();
  await waitForFigure("Clicked", "1");

  await visitor.getByRole("textbox").fill("Thank you!");
  await visitor.keyboard.press("Enter");
  await visitor.getByText("Thank you!").waitFor();
  // The visitor's page shows a sent message before the server has stored it. So the test reloads the editor's page
  // until the count changes.
  await expect
    .poll(async () => {
      await page.reload();
      return findFigure("Wrote afterwards").textContent();
    })
    .toBe("1");
  expect(await findFigure("Sent").textContent()).toBe("1");
  expect(await findAxeViolations(page)).toEqual([]);
  const downloadEvent = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await downloadEvent).suggestedFilename()).toBe("Spring.csv");

  // The editor schedules two more broadcasts. The first is sent at each visitor's local time, and the second to all
  // visitors at the same moment. The editor then stops the second broadcast.
  await page.getByRole("link", { name: "Back to the broadcasts" }).click();
  await page.getByRole("link", { name: "New broadcast" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nine");
  await page.getByLabel("Text in English").fill("Good morning");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
  await page.getByLabel("Begins").selectOption({ label: "At a time on each visitor’s own clock" });
  await page.getByRole("button", { name: "Schedule …" }).click();
  await page.getByText("This is not a date and time between").waitFor();
  await page.getByLabel("Date and time").fill(tomorrow);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Schedule …" }).click();
  await dialog.getByText("Each visitor gets it when their own clock shows").waitFor();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("If their time zone is not known").waitFor();
  await page.getByRole("link", { name: "Back to the broadcasts" }).click();
  await page.getByText("on each visitor’s clock").waitFor();

  await page.getByRole("link", { name: "New broadcast" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Later");
  await page.getByLabel("Text in English").fill("Later");
  await page.getByLabel("Begins").selectOption({ label: "At a time" });
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 16);
  await page.getByLabel("Date and time").fill(yesterday);
  await page.getByRole("button", { name: "Schedule …" }).click();
  // If the chosen time is in the past, the form shows an error, and the confirmation dialog does not open.
  await page.getByText("Choose a time from now on").waitFor();
  expect(await dialog.count()).toBe(0);
  await page.getByLabel("Date and time").fill(tomorrow);
  await page.getByRole("button", { name: "Schedule …" }).click();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("Who gets it is fixed then.").waitFor();

  // A scheduled broadcast can be edited until it begins. If a colleague saves another change meanwhile, the open form
  // shows this change.
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { name: "Edit broadcast" }).waitFor();
  expect(await page.getByLabel("Text in English").inputValue()).toBe("Later");
  expect(await page.getByLabel("Date and time").inputValue()).toBe(tomorrow);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel("Text in English").fill("Later than planned");
  const broadcastId = new URL(page.url()).pathname.split("/").at(-1);
  await call("PATCH", `/bots/${id}/broadcasts/${broadcastId}`, {
    revision: 1,
    name: "Much later",
    content: { kind: "kept" },
    audience: {},
    scheduled_at: new Date(`${tomorrow}Z`).toISOString(),
  });
  await page.getByText("saved changes meanwhile").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Much later");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Much later" }).waitFor();
  await page.getByText("Later than planned").waitFor();
  // Somebody stops the broadcast while the editor changes it. The open form says so and keeps the editor's text.
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Text in English").fill("Too late");
  const otherPage = await context.newPage();
  await otherPage.goto(`/bots/${id}/broadcast/${broadcastId}`);
  await otherPage.getByRole("button", { name: "Stop broadcast" }).click();
  await otherPage.getByRole("dialog").getByRole("button", { name: "Stop broadcast" }).click();
  await otherPage.getByText("Stopped", { exact: true }).waitFor();
  await otherPage.close();
  await page.getByText("It can no longer be changed.").waitFor();
  expect(await page.getByLabel("Text in English").inputValue()).toBe("Too late");
  expect(await page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Stopped", { exact: true }).waitFor();
  // "Duplicate" opens the form for a new broadcast with the text of the stopped one, but without its time.
  await page.getByRole("link", { name: "Duplicate" }).click();
  await page.getByRole("heading", { name: "New broadcast" }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Much later (copy)");
  expect(await page.getByLabel("Text in English").inputValue()).toBe("Later than planned");
  expect(await page.getByLabel("Begins").inputValue()).toBe("later");
  expect(await page.getByLabel("Date and time").inputValue()).toBe("");
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel("Date and time").fill(tomorrow);
  await page.getByRole("button", { name: "Schedule …" }).click();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("heading", { name: "Much later (copy)" }).waitFor();
  await page.goto(`/bots/${id}/broadcast/${broadcastId}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Spring" }).waitFor();
  expect(await page.getByRole("link", { name: "Much later", exact: true }).count()).toBe(0);
});
