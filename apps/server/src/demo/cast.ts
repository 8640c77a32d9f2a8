import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";

export interface DemoPerson {
  key: string;
  email: string;
  name: string;
  /** The reading of the person's name in kana, which shows how to pronounce it. */
  reading?: string;
  latin_name?: string;
  role: Role;
  language: Language;
  /** The time zone of the person's device. */
  device_time_zone: string;
}

/**
 * The people of the demo: one person of each role, and a second client. Their `.example` addresses have no mailbox, so
 * they receive no mail.
 */
export const demoPeople = [
  {
    key: "aiko",
    email: "aiko@kakehashi.example",
    name: "田中 愛子",
    reading: "たなか あいこ",
    latin_name: "Aiko Tanaka",
    role: "company",
    language: "ja",
    device_time_zone: "Asia/Tokyo",
  },
  {
    key: "an",
    email: "an@kakehashi.example",
    name: "Nguyễn Văn An",
    role: "dev",
    language: "vi",
    device_time_zone: "Asia/Ho_Chi_Minh",
  },
  {
    key: "linh",
    email: "linh@kakehashi.example",
    name: "Phạm Thùy Linh",
    role: "comtor",
    language: "vi",
    device_time_zone: "Asia/Ho_Chi_Minh",
  },
  {
    key: "kenji",
    email: "kenji@kakehashi.example",
    name: "佐藤 健司",
    reading: "さとう けんじ",
    latin_name: "Kenji Sato",
    role: "brse",
    language: "ja",
    device_time_zone: "Asia/Tokyo",
  },
  {
    key: "emma",
    email: "emma@kakehashi.example",
    name: "Emma Clarke",
    role: "admin",
    language: "en",
    device_time_zone: "Europe/London",
  },
  {
    key: "oliver",
    email: "oliver@kakehashi.example",
    name: "Oliver Hart",
    role: "company",
    language: "en",
    device_time_zone: "Europe/London",
  },
] as const satisfies readonly DemoPerson[];
export type DemoPersonKey = (typeof demoPeople)[number]["key"];
