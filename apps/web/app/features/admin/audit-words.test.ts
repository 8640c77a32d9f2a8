import type { AuditEntry } from "@kakehashi/contract/audit";
import { expect, test } from "vitest";
import { formatFor } from "../../kit/format.ts";
import {
  type AuditTextOptions,
  auditDetailsText,
  auditSubjectText,
  storedDetailsText,
} from "./audit-words.ts";

const entry = (fields: Pick<AuditEntry, "action" | "subject" | "details">): AuditEntry => ({
  id: "019a8c4e-5f10-7000-8000-000000000001",
  actor: null,
  ip: "",
  created_at: "2026-11-20T03:00:00.000Z",
  ...fields,
});
const reader = {
  t: ((key: string) => key) as unknown as AuditTextOptions["t"],
  language: "ja",
  format: formatFor("ja", "Asia/Tokyo"),
};
const subject = { id: "019a8c4e-5f10-7000-8000-0000c0ffee01", name: null };
const names = { en: "Robots", vi: "Rô-bốt", ja: "ロボット" };

test("a person whom it was about is named in the reader's script", () => {
  const person = { id: subject.id, name: "田中 愛子", reading: "たなか あいこ", latin_name: "Aiko Tanaka" };
  const role = entry({ action: "user.role", subject: person, details: {} });
  expect(auditSubjectText(role, reader)).toBe("田中 愛子");
  expect(auditSubjectText(role, { ...reader, language: "vi" })).toBe("Aiko Tanaka");
});

test("a deleted subject is shown by its last known name, or else by its kind and the end of its id", () => {
  const subjectText = (auditEntry: AuditEntry) => auditSubjectText(auditEntry, reader);
  expect(subjectText(entry({ action: "categories.remove", subject, details: { names } }))).toBe("ロボット");
  expect(subjectText(entry({ action: "plan.remove", subject, details: { title: "Team" } }))).toBe("Team");
  expect(subjectText(entry({ action: "post.remove", subject, details: { slug: "a-post" } }))).toBe("a-post");
  const details = { title: "A post", slug: "a-post" };
  expect(subjectText(entry({ action: "post.remove", subject, details }))).toBe("A post");
  expect(subjectText(entry({ action: "mail.resend", subject, details: {} }))).toBe(
    "desk:thing_mail …c0ffee01",
  );
  expect(subjectText(entry({ action: "page.close", subject: null, details: {} }))).toBe("");
});

test("details are shown in the reader's language, and exported as they were stored", () => {
  const role = entry({ action: "user.role", subject, details: { from: "dev", to: "admin" } });
  expect(auditDetailsText(role, reader)).toBe(
    "desk:detail_from: common:roleDev · desk:detail_to: common:roleAdmin",
  );
  expect(storedDetailsText(role)).toBe("from: dev, to: admin");
  const entryOfRenaming = entry({ action: "categories.rename", subject, details: { names } });
  expect(auditDetailsText(entryOfRenaming, reader)).toBe("desk:detail_names: ロボット");
  expect(storedDetailsText(entryOfRenaming)).toContain('"vi":"Rô-bốt"');
  const entryOfSorting = entry({
    action: "categories.order",
    subject: null,
    details: { ids: [subject.id, "b"] },
  });
  expect(auditDetailsText(entryOfSorting, reader)).toBe("desk:detail_ids: 2");
  const entryWithUnknownDetail = entry({ action: "user.role", subject, details: { invented: [1] } });
  expect(auditDetailsText(entryWithUnknownDetail, reader)).toBe("invented: [1]");
});
