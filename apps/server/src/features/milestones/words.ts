import type { Language } from "@kakehashi/contract/languages";
import { localeByLanguage } from "@kakehashi/contract/locales";
import type { Milestone } from "@kakehashi/contract/milestones";

/**
 * A change of a milestone. For a new milestone, `before` is undefined. For a removed milestone, `after` is undefined.
 */
export interface MilestoneBeforeAndAfter {
  readonly before?: Milestone | undefined;
  readonly after?: Milestone | undefined;
}

/** Caches one date format for each language, because creating a format is slow. */
const dateFormats = new Map<Language, Intl.DateTimeFormat>();
export function formatLongDate(day: string, language: Language): string {
  const format =
    dateFormats.get(language) ??
    new Intl.DateTimeFormat(localeByLanguage[language], { dateStyle: "long", timeZone: "UTC" });
  dateFormats.set(language, format);
  return format.format(Date.parse(day));
}

interface AnnouncementTexts {
  added(title: string, day: string): string;
  renamed(before: string, after: string): string;
  dateChanged(title: string, before: string, after: string): string;
  done(title: string): string;
  reopened(title: string): string;
  removed(title: string): string;
}

const announcementTexts = {
  en: {
    added: (title, day) => `Milestone: ${title} (due ${day})`,
    renamed: (oldTitle, newTitle) => `Milestone “${oldTitle}” is now called “${newTitle}”.`,
    dateChanged: (title, oldDay, newDay) => `Milestone “${title}” has moved from ${oldDay} to ${newDay}.`,
    done: (title) => `Milestone done: ${title}`,
    reopened: (title) => `Milestone open again: ${title}`,
    removed: (title) => `Milestone removed: ${title}`,
  },
  vi: {
    added: (title, day) => `Cột mốc: ${title} (hạn ${day})`,
    renamed: (oldTitle, newTitle) => `Cột mốc “${oldTitle}” được đổi tên thành “${newTitle}”.`,
    dateChanged: (title, oldDay, newDay) => `Hạn của cột mốc “${title}” đổi từ ${oldDay} sang ${newDay}.`,
    done: (title) => `Đã hoàn thành cột mốc: ${title}`,
    reopened: (title) => `Cột mốc được mở lại: ${title}`,
    removed: (title) => `Đã xóa cột mốc: ${title}`,
  },
  ja: {
    added: (title, day) => `マイルストーン：${title}（期限：${day}）`,
    renamed: (oldTitle, newTitle) => `マイルストーン「${oldTitle}」の名前を「${newTitle}」に変更しました。`,
    dateChanged: (title, oldDay, newDay) =>
      `マイルストーン「${title}」の期限を${oldDay}から${newDay}に変更しました。`,
    done: (title) => `マイルストーン完了：${title}`,
    reopened: (title) => `マイルストーンを未完了に戻しました：${title}`,
    removed: (title) => `マイルストーンを削除しました：${title}`,
  },
} as const satisfies Record<Language, AnnouncementTexts>;

/** Returns the text that announces a change, in the language of the person who made it. Null if nothing changed. */
export function formatAnnouncement(
  { before, after }: MilestoneBeforeAndAfter,
  language: Language,
): string | null {
  const texts = announcementTexts[language];
  if (!after) return before ? texts.removed(before.title) : null;
  if (!before) return texts.added(after.title, formatLongDate(after.due_date, language));
  const lines = [
    before.title !== after.title && texts.renamed(before.title, after.title),
    before.due_date !== after.due_date &&
      texts.dateChanged(
        after.title,
        formatLongDate(before.due_date, language),
        formatLongDate(after.due_date, language),
      ),
    !before.done_at && after.done_at && texts.done(after.title),
    before.done_at && !after.done_at && texts.reopened(after.title),
  ].filter((line) => typeof line === "string");
  return lines.length > 0 ? lines.join("\n") : null;
}
