import { expect, test } from "vitest";
import { languages } from "../../languages.ts";
import { exportedBotFileSchema } from "../file.ts";
import { allBotPlatforms } from "../limits.ts";
import { findPublishingProblems } from "../validate.ts";
import { createBotFileFromTemplate } from "./draw.ts";
import { botTemplates } from "./templates.ts";

test.each(Object.entries(botTemplates))(
  "The template %s is a file that can be imported, and published in every language on every platform",
  (_, template) => {
    const settings = { name: "A bot", languages: [...languages], platforms: [...allBotPlatforms] };
    const file = createBotFileFromTemplate(template, settings, "vi");
    expect(file.flows.map(({ name }) => name)).toEqual(template.flows.map(({ name }) => name.vi));
    expect(exportedBotFileSchema.parse(file)).toEqual(file);
    for (const { id, flow } of file.flows)
      expect(findPublishingProblems(flow, { languages, platforms: allBotPlatforms, flowId: id })).toEqual([]);
  },
);
