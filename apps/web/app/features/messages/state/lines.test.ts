import { type Language, languages } from "@kakehashi/contract/languages";
import { type SystemLine, systemLineKinds } from "@kakehashi/contract/lines";
import { expect, test } from "vitest";
import enBots from "../../../i18n/en/bots.ts";
import en from "../../../i18n/en/messages.ts";
import { createI18nInstance } from "../../../i18n/instance.ts";
import jaBots from "../../../i18n/ja/bots.ts";
import ja from "../../../i18n/ja/messages.ts";
import viBots from "../../../i18n/vi/bots.ts";
import vi from "../../../i18n/vi/messages.ts";
import { getLocaleFormat } from "../../../kit/format.ts";
import { lineFixture as line } from "./line.fixture.ts";
import { joinsPreviousLine, lineTextOf } from "./lines.ts";

const textResources = {
  en: { messages: en, bots: enBots },
  vi: { messages: vi, bots: viBots },
  ja: { messages: ja, bots: jaBots },
};
const peopleById = new Map([
  ["an", { name: "An" }],
  ["linh", { name: "Linh" }],
  ["kenji", { name: "健司" }],
  ["mai", { name: "Mai" }],
  ["gone", { name: "Deleted account", deleted: true }],
]);
/**
 * Returns the text of a row of system messages, without the invisible characters that isolate the writing direction of
 * names.
 */
function textOfLines(language: Language, ...lines: SystemLine[]): string {
  const t = createI18nInstance(language, textResources[language]).getFixedT<["messages", "bots"]>(language, [
    "messages",
    "bots",
  ]);
  return lineTextOf(lines, (id) => peopleById.get(id), t, getLocaleFormat(language)).replace(
    /[\u2066-\u2069]/g,
    "",
  );
}

const actionByAn = { actor_id: "an" };
test.each<[Partial<SystemLine>, string, string, string]>([
  [{ kind: "JOINED" }, "Linh joined", "Linh đã tham gia", "Linhさんが参加しました"],
  [
    { kind: "ADDED", ...actionByAn, user_ids: ["linh", "kenji"] },
    "An added Linh and 健司",
    "An đã thêm Linh và 健司 vào nhóm",
    "AnさんがLinhさん、健司さんを追加しました",
  ],
  [{ kind: "LEFT" }, "Linh left", "Linh đã rời nhóm", "Linhさんが退出しました"],
  [
    { kind: "REMOVED", ...actionByAn },
    "An removed Linh",
    "An đã xóa Linh khỏi nhóm",
    "AnさんがLinhさんを外しました",
  ],
  [
    { kind: "RENAMED", ...actionByAn, user_ids: [], name: "<b>橋</b>" },
    "An renamed the group to “<b>橋</b>”",
    "An đã đổi tên nhóm thành “<b>橋</b>”",
    "Anさんがグループ名を「<b>橋</b>」に変更しました",
  ],
  [
    { kind: "OWNER", ...actionByAn },
    "An made Linh an owner",
    "An đã đặt Linh làm chủ nhóm",
    "AnさんがLinhさんをオーナーにしました",
  ],
  [{ kind: "OWNER" }, "Linh is now an owner", "Linh trở thành chủ nhóm", "Linhさんがオーナーになりました"],
  [
    { kind: "TALK_HANDED_OVER", ...actionByAn },
    "An handed this chat over to Linh",
    "An đã chuyển cuộc trò chuyện này cho Linh",
    "Anさんが担当者をLinhさんに変更しました",
  ],
  [
    { kind: "TALK_TAKEN_OVER", ...actionByAn },
    "An took this chat over from Linh",
    "An đã nhận phụ trách cuộc trò chuyện này thay Linh",
    "AnさんがLinhさんから担当を引き受けました",
  ],
  [
    { kind: "TALK_TAKEN_BACK", ...actionByAn },
    "An undid that: Linh answers again",
    "An đã hoàn tác: Linh phụ trách trở lại",
    "Anさんが元に戻しました。担当はLinhさんです",
  ],
  [
    { kind: "TALK_TAKEN_BACK", ...actionByAn, user_ids: ["an"] },
    "An undid that",
    "An đã hoàn tác",
    "Anさんが元に戻しました",
  ],
  [
    { kind: "TALK_CLOSED", ...actionByAn, user_ids: [] },
    "An closed this chat",
    "An đã đóng cuộc trò chuyện này",
    "Anさんがチャットを終了しました",
  ],
])("%j is told in the reader's language", (overrides, english, vietnamese, japanese) => {
  const sentenceLine = line(1, 0, overrides);
  expect(languages.map((language) => textOfLines(language, sentenceLine))).toEqual([
    english,
    vietnamese,
    japanese,
  ]);
});

test("every kind of line has a text in every language", () => {
  for (const language of languages)
    for (const kind of systemLineKinds) {
      const lineText = textOfLines(language, line(1, 0, { kind, actor_id: "an", name: "name" }));
      expect(lineText).not.toMatch(/line|\{\{|^$/);
    }
});

test("a few people are named and the others counted, and nobody is named twice", () => {
  const lineAboutTwelvePeople = line(1, 0, { user_ids: ["an", "linh", "kenji", "mai"], user_count: 12 });
  expect(textOfLines("en", lineAboutTwelvePeople)).toBe("An, Linh, 健司 and 9 others joined");
  expect(textOfLines("ja", lineAboutTwelvePeople)).toBe("Anさん、Linhさん、健司さん、ほか9人が参加しました");
  expect(textOfLines("en", { ...lineAboutTwelvePeople, user_count: 4 })).toBe(
    "An, Linh, 健司 and Mai joined",
  );
  const repeatedLines = [line(1, 0, { user_ids: ["an"] }), line(2, 0, { user_ids: ["linh", "an"] })];
  expect(textOfLines("en", ...repeatedLines)).toBe("An and Linh joined");
});

test("a deleted person is named without a title, and an unknown one by an ellipsis", () => {
  expect(textOfLines("ja", line(1, 0, { kind: "LEFT", user_ids: ["gone"] }))).toBe(
    "Deleted accountが退出しました",
  );
  expect(textOfLines("en", line(1, 0, { user_ids: ["somebody"] }))).toBe("… joined");
});

test("equal lines of one person are joined, except changes of owners and names", () => {
  const [joinedLine, addedLine] = [line(1, 0), line(2, 0, { kind: "ADDED", ...actionByAn })];
  expect(joinsPreviousLine(joinedLine, line(2, 0))).toBe(true);
  expect(joinsPreviousLine(joinedLine, addedLine)).toBe(false);
  expect(joinsPreviousLine(addedLine, { ...addedLine, actor_id: "mai" })).toBe(false);
  const owner = line(3, 0, { kind: "OWNER", ...actionByAn });
  expect(joinsPreviousLine(owner, owner)).toBe(false);
  const names = [
    line(1, 0, { kind: "RENAMED", ...actionByAn, name: "a" }),
    line(2, 0, { kind: "RENAMED", ...actionByAn, name: "b" }),
  ];
  expect(textOfLines("en", ...names)).toBe("An renamed the group to “b”");
});
