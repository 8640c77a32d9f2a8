import type { AuditEntry } from "@kakehashi/contract/audit";
import { expect, test } from "vitest";
import { getLocaleFormat } from "../../kit/format.ts";
import {
  type AuditTextOptions,
  buildAuditDetailsText,
  buildAuditSubjectText,
  buildStoredDetailsText,
} from "./audit-words.ts";

const entryWith = (fields: Pick<AuditEntry, "action" | "subject" | "details">): AuditEntry => ({
  id: "019a8c4e-5f10-7000-8000-000000000001",
  actor: null,
  ip: "",
  created_at: "2026-11-20T03:00:00.000Z",
  ...fields,
});
const testReader = {
  t: ((key: string) => key) as unknown as AuditTextOptions["t"],
  language: "ja",
  format: getLocaleFormat("ja", "Asia/Tokyo"),
};
const personSubject = { id: "019a8c4e-5f10-7000-8000-0000c0ffee01", name: null };
const categoryNames = { en: "Robots", vi: "Rô-bốt", ja: "ロボット" };

test("a person whom it was about is named in the reader's script", () => {
  const person = {
    id: personSubject.id,
    name: "田中 愛子",
    reading: "たなか あいこ",
    latin_name: "Aiko Tanaka",
  };
  const role = entryWith({ action: "user.role", subject: person, details: {} });
  expect(buildAuditSubjectText(role, testReader)).toBe("田中 愛子");
  expect(buildAuditSubjectText(role, { ...testReader, language: "vi" })).toBe("Aiko Tanaka");
});

test("a deleted subject is shown by its last known name, or else by its kind and the end of its id", () => {
  const subjectText = (auditEntry: AuditEntry) => buildAuditSubjectText(auditEntry, testReader);
  expect(
    subjectText(
      entryWith({ action: "categories.remove", subject: personSubject, details: { names: categoryNames } }),
    ),
  ).toBe("ロボット");
  expect(
    subjectText(entryWith({ action: "plan.remove", subject: personSubject, details: { title: "Team" } })),
  ).toBe("Team");
  expect(
    subjectText(entryWith({ action: "post.remove", subject: personSubject, details: { slug: "a-post" } })),
  ).toBe("a-post");
  const details = { title: "A post", slug: "a-post" };
  expect(subjectText(entryWith({ action: "post.remove", subject: personSubject, details }))).toBe("A post");
  expect(subjectText(entryWith({ action: "mail.resend", subject: personSubject, details: {} }))).toBe(
    "desk:thing_mail …c0ffee01",
  );
  expect(subjectText(entryWith({ action: "page.close", subject: null, details: {} }))).toBe("");
});

test("details are shown in the reader's language, and exported as they were stored", () => {
  const role = entryWith({
    action: "user.role",
    subject: personSubject,
    details: { from: "dev", to: "admin" },
  });
  expect(buildAuditDetailsText(role, testReader)).toBe(
    "desk:detail_from: common:roleDev · desk:detail_to: common:roleAdmin",
  );
  expect(buildStoredDetailsText(role)).toBe("from: dev, to: admin");
  const entryOfRenaming = entryWith({
    action: "categories.rename",
    subject: personSubject,
    details: { names: categoryNames },
  });
  expect(buildAuditDetailsText(entryOfRenaming, testReader)).toBe("desk:detail_names: ロボット");
  expect(buildStoredDetailsText(entryOfRenaming)).toContain('"vi":"Rô-bốt"');
  const entryOfSorting = entryWith({
    action: "categories.order",
    subject: null,
    details: { ids: [personSubject.id, "b"] },
  });
  expect(buildAuditDetailsText(entryOfSorting, testReader)).toBe("desk:detail_ids: 2");
  const entryWithUnknownDetail = entryWith({
    action: "user.role",
    subject: personSubject,
    details: { invented: [1] },
  });
  expect(buildAuditDetailsText(entryWithUnknownDetail, testReader)).toBe("invented: [1]");
});
