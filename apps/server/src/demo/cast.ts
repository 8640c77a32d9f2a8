import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";

export interface DemoPerson {
  key: string;
  email: string;
  name: string;
  /** How to read the person's name, in kana. */
  reading?: string;
  latin_name?: string;
  role: Role;
  language: Language;
  /** The time zone that the person's device would report. */
  device_time_zone: string;
}

/**
 * The people of the demo: one of each role, and a second client. `.example` addresses have no mailbox, so no
 * mail is sent to anybody.
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
