import type { ErrorTable } from "./kit/errors.ts";

export const projectErrors = {
  "PROJECT.STEP": {
    status: 409,
    message: {
      en: "This has changed in the meantime. Please look again.",
      vi: "Trạng thái đã thay đổi. Vui lòng xem lại.",
      ja: "状態が変わっています。もう一度ご確認ください。",
    },
  },
  "PROJECT.OFTEN": {
    status: 429,
    message: {
      en: "This has been done 20 times within a day. Please try again tomorrow.",
      vi: "Thao tác này đã được thực hiện 20 lần trong một ngày. Vui lòng thử lại vào ngày mai.",
      ja: "この操作は1日に20回までです。明日もう一度お試しください。",
    },
  },
  "PROJECT.EDITED": {
    status: 409,
    message: {
      en: "Another host has changed this project in the meantime. Please look at their changes first.",
      vi: "Một chủ dự án khác đã thay đổi dự án này. Vui lòng xem các thay đổi đó trước.",
      ja: "別のホストがこのプロジェクトを変更しました。先にその変更をご確認ください。",
    },
  },
  "PROJECT.CLOSED": {
    status: 409,
    message: {
      en: "This project is not active now, so nobody can join or start it.",
      vi: "Dự án này hiện đã ngừng nên không thể tham gia hoặc bắt đầu.",
      ja: "このプロジェクトは現在公開されていないため、参加も開始もできません。",
    },
  },
  "PROJECT.OWN": {
    status: 409,
    message: {
      en: "This is your own project.",
      vi: "Đây là dự án của chính bạn.",
      ja: "ご自身のプロジェクトです。",
    },
  },
  "PROJECT.ROLE": {
    status: 403,
    message: {
      en: "Only developers, translators and bridge engineers join projects.",
      vi: "Chỉ lập trình viên, phiên dịch viên và kỹ sư cầu nối mới có thể tham gia dự án.",
      ja: "プロジェクトに参加できるのは、開発者・翻訳者・ブリッジSEのみです。",
    },
  },
  "PROJECT.PERSON": {
    status: 422,
    message: {
      en: "This person cannot join yet: their profile has not been accepted.",
      vi: "Người này chưa thể tham gia vì hồ sơ chưa được duyệt.",
      ja: "この人のプロフィールはまだ承認されていないため、参加できません。",
    },
  },
  "PROJECT.LAST_HOST": {
    status: 409,
    message: {
      en: "A project needs a host with an accepted profile. The only one cannot leave.",
      vi: "Dự án cần có chủ dự án với hồ sơ đã được duyệt, nên người duy nhất như vậy không thể rời đi.",
      ja: "プロジェクトには、プロフィールが承認済みのホストが必要です。最後の一人は退出できません。",
    },
  },
} as const satisfies ErrorTable;
