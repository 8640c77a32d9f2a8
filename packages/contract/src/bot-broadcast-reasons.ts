import type { TextsByLanguage } from "./languages.ts";

/**
 * Reasons for skipping a recipient of a broadcast. The server can already find these reasons before it sends the
 * broadcast.
 */
export const foreseenBroadcastSkipReasons = [
  "TALKING",
  "WINDOW",
  "NOT_FOLLOWING",
  "BLOCKED",
  "PAGE_PAUSED",
  "PAGE_BROKEN",
  "PAGE_DISCONNECTED",
  "LINKED",
] as const;
export type ForeseenBroadcastSkipReason = (typeof foreseenBroadcastSkipReasons)[number];

/**
 * Why a recipient did not get the broadcast.
 *
 * - TALKING: the visitor was waiting for a person or chatting with one.
 * - WINDOW: the platform's time limit for writing to the person was over.
 * - NOT_FOLLOWING: the person has left the page.
 * - BLOCKED: somebody who works on the bot has blocked the person.
 * - PAGE_PAUSED, PAGE_BROKEN, PAGE_DISCONNECTED: the state of the platform's page, which sends no messages.
 * - LINKED: the same human gets the broadcast on another page.
 * - QUOTA: the page had sent as many messages as the platform allows.
 * - GONE: the visitor's session was deleted.
 * - FULL: the visitor's session had reached its size limit.
 * - TOO_LONG, REFUSED, UNREACHABLE, LOST: as for every message on a platform (`channelProblemCodes`).
 */
export const broadcastSkipReasons = [
  ...foreseenBroadcastSkipReasons,
  "QUOTA",
  "GONE",
  "FULL",
  "TOO_LONG",
  "REFUSED",
  "UNREACHABLE",
  "LOST",
] as const;
export type BroadcastSkipReason = (typeof broadcastSkipReasons)[number];

/**
 * The reasons why a broadcast's message did not reach a recipient, although the message is already in the recipient's
 * bot session. STOPPED: somebody stopped the broadcast before the message was sent.
 */
export const broadcastUnsentReasons = [...broadcastSkipReasons, "STOPPED"] as const;
export type BroadcastUnsentReason = (typeof broadcastUnsentReasons)[number];

/**
 * The texts of the reasons why a recipient got no broadcast, in a few words each. This module has no schemas, so that
 * pages can load it without the validator.
 */
export const broadcastUnsentReasonTexts: Readonly<Record<BroadcastUnsentReason, TextsByLanguage>> = {
  TALKING: {
    en: "talking to a person or waiting for one",
    vi: "đang chờ hoặc đang nói chuyện với nhân viên",
    ja: "担当者と会話中、または返信待ち",
  },
  WINDOW: {
    en: "last wrote too long ago for the platform",
    vi: "nhắn lần cuối đã quá thời hạn của nền tảng",
    ja: "プラットフォームの送信期限切れ",
  },
  NOT_FOLLOWING: { en: "has left the page", vi: "đã bỏ theo dõi trang", ja: "ページの受信を停止" },
  BLOCKED: { en: "blocked by your team", vi: "đã bị bên bạn chặn", ja: "担当者がブロック中" },
  PAGE_PAUSED: { en: "page is paused", vi: "trang đang tạm dừng", ja: "ページが一時停止中" },
  PAGE_BROKEN: {
    en: "page must be connected again",
    vi: "trang cần được kết nối lại",
    ja: "ページの再接続が必要",
  },
  PAGE_DISCONNECTED: {
    en: "page is not connected",
    vi: "trang chưa được kết nối",
    ja: "ページが未接続",
  },
  LINKED: {
    en: "same person gets it elsewhere",
    vi: "người này nhận ở trang khác",
    ja: "同じ人が別のページで受信",
  },
  QUOTA: {
    en: "page has used up its messages",
    vi: "trang đã hết số tin được gửi",
    ja: "ページの送信数の上限",
  },
  GONE: { en: "chat deleted", vi: "cuộc trò chuyện đã xóa", ja: "会話は削除済み" },
  FULL: { en: "chat full", vi: "cuộc trò chuyện đã đầy", ja: "会話が上限に到達" },
  TOO_LONG: { en: "text too long", vi: "văn bản quá dài", ja: "文章が長すぎる" },
  REFUSED: { en: "refused by the platform", vi: "nền tảng từ chối", ja: "プラットフォームが拒否" },
  UNREACHABLE: {
    en: "platform did not answer",
    vi: "nền tảng không phản hồi",
    ja: "プラットフォームから応答なし",
  },
  LOST: {
    en: "unknown whether it arrived",
    vi: "không rõ đã đến hay chưa",
    ja: "届いたか不明",
  },
  STOPPED: { en: "broadcast was stopped", vi: "đã dừng gửi hàng loạt", ja: "一斉配信を中止" },
};
