import { isolateDirection } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import type { NotificationType } from "@kakehashi/contract/notifications";
import { nameForMail, preventAutoLinks } from "../mail/service.ts";

type SentenceByLanguage = Readonly<Record<Language, string>>;

const withdrawalSentence: SentenceByLanguage = {
  en: "{actor} withdrew the application to {project}.",
  vi: "{actor} đã rút đơn ứng tuyển vào {project}.",
  ja: "{actor}さんが「{project}」への応募を取り消しました。",
};

/** The types of notifications that are mailed if they stay unread. Each has the sentence for its line in the mail. */
const mailedSentences = {
  INVITE_DEVELOPER: {
    en: "{actor} invites you to work on {project}.",
    vi: "{actor} mời bạn làm việc trong {project}.",
    ja: "{actor}さんが「{project}」の開発に招待しています。",
  },
  INVITE_JOIN_PROJECT: {
    en: "{actor} invites you to join {project}.",
    vi: "{actor} mời bạn tham gia {project}.",
    ja: "{actor}さんが「{project}」への参加に招待しています。",
  },
  ACCEPT_JOIN_PROJECT: {
    en: "Your application to {project} was accepted. Confirm to join.",
    vi: "Đơn ứng tuyển của bạn vào {project} đã được chấp nhận. Hãy xác nhận tham gia.",
    ja: "「{project}」への応募が承認されました。参加を確定してください。",
  },
  REJECT_JOIN_PROJECT: {
    en: "Your application to {project} was not accepted.",
    vi: "Đơn ứng tuyển của bạn vào {project} không được chấp nhận.",
    ja: "「{project}」への応募は承認されませんでした。",
  },
  AGREED_INVITE: {
    en: "{actor} accepted your invitation to {project}.",
    vi: "{actor} đã nhận lời mời tham gia {project} của bạn.",
    ja: "{actor}さんが「{project}」への招待を受けました。",
  },
  REFUSE_INVITE: {
    en: "{actor} declined your invitation to {project}.",
    vi: "{actor} đã từ chối lời mời tham gia {project} của bạn.",
    ja: "{actor}さんが「{project}」への招待を辞退しました。",
  },
  JOIN_PROJECT: {
    en: "{actor} joined {project}.",
    vi: "{actor} đã tham gia {project}.",
    ja: "{actor}さんが「{project}」に参加しました。",
  },
  DEVELOPER_JOIN_PROJECT: {
    en: "{actor} applies to {project} as a developer.",
    vi: "{actor} ứng tuyển vào {project} với vai trò lập trình viên.",
    ja: "{actor}さんが開発者として「{project}」に応募しました。",
  },
  DEVELOPER_CANCEL_JOIN_PROJECT: withdrawalSentence,
  COMMUNICATOR_APPLY_PROJECT: {
    en: "{actor} applies to {project} as a translator.",
    vi: "{actor} ứng tuyển vào {project} với vai trò phiên dịch viên.",
    ja: "{actor}さんが翻訳者として「{project}」に応募しました。",
  },
  COMMUNICATOR_CANCEL_APPLY_PROJECT: withdrawalSentence,
  BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT: {
    en: "{actor} applies to {project} as a bridge engineer.",
    vi: "{actor} ứng tuyển vào {project} với vai trò kỹ sư cầu nối.",
    ja: "{actor}さんがブリッジSEとして「{project}」に応募しました。",
  },
  BRIDGE_SYSTEM_ENGINEER_CANCEL_APPLY_PROJECT: withdrawalSentence,
  MARK_RUN_PROJECT: {
    en: "{project} is running now.",
    vi: "{project} đã bắt đầu.",
    ja: "「{project}」が始まりました。",
  },
  DEACTIVATE_PROJECT: {
    en: "{actor} deactivated {project}.",
    vi: "{actor} đã ngừng {project}.",
    ja: "{actor}さんが「{project}」を非公開にしました。",
  },
  ACTIVATE_PROJECT: {
    en: "{actor} activated {project} again.",
    vi: "{actor} đã mở lại {project}.",
    ja: "{actor}さんが「{project}」を再び公開しました。",
  },
  HOST_JOIN_PROJECT: {
    en: "{actor} joined {project} as its host.",
    vi: "{actor} đã tham gia {project} với vai trò chủ dự án.",
    ja: "{actor}さんがホストとして「{project}」に参加しました。",
  },
  TRANSLATION_HANDED_OVER: {
    en: "{actor} handed a translation over to you.",
    vi: "{actor} đã chuyển cho bạn một bản dịch.",
    ja: "{actor}さんから翻訳を引き継ぎました。",
  },
  TRANSLATION_SENT_BACK: {
    en: "{actor} asks for another version of your translation.",
    vi: "{actor} yêu cầu dịch lại một bản dịch của bạn.",
    ja: "{actor}さんが、あなたの訳文の再翻訳を依頼しています。",
  },
} as const satisfies Partial<Record<NotificationType, SentenceByLanguage>>;

/**
 * The sentences for events that are mailed although they have no notification, such as a person's removal from a
 * project.
 */
const otherSentences = {
  REMOVED: {
    en: "{actor} removed you from {project}.",
    vi: "{actor} đã đưa bạn ra khỏi {project}.",
    ja: "{actor}さんが、あなたを「{project}」のメンバーから外しました。",
  },
} as const satisfies Record<string, SentenceByLanguage>;

const allSentences = { ...mailedSentences, ...otherSentences };

const becameHostSentence: SentenceByLanguage = {
  en: "You are a host of {project} now.",
  vi: "Bạn đã trở thành chủ dự án {project}.",
  ja: "あなたは「{project}」のホストになりました。",
};
const reasonSentences: SentenceByLanguage = {
  en: "Reason: {reason}",
  vi: "Lý do: {reason}",
  ja: "理由：{reason}",
};
const unknownActor: SentenceByLanguage = { en: "Someone", vi: "Ai đó", ja: "退会したユーザー" };

/** Whether notifications of this type are mailed if they stay unread. */
export const isMailed = (type: NotificationType): type is keyof typeof mailedSentences =>
  type in mailedSentences;

/**
 * One line of the digest mail: an unread notification, or something that has no notification but is mailed too, such as
 * the person's removal from a project.
 */
export interface DigestEntry {
  readonly type: keyof typeof allSentences;
  /** The name of the person who acted. Null if this person's account was deleted. */
  readonly actor: string | null;
  /**
   * Whether the reader of the mail is named as the actor. For example, a notification about a new host names the new
   * host, even in the mail to this host.
   */
  readonly isOwnAction: boolean;
  /** The name of the project. Empty if the notification is not about a project. */
  readonly project: string;
  readonly projectId: string | null;
  readonly actorReason: string;
  readonly at: Date;
}

/**
 * Returns one line of the mail, in the reader's language. Line breaks inside names and notes become spaces. Texts by
 * other people contain no links, because the reader would think that a link in this mail comes from Kakehashi.
 */
export function formatDigestLine(
  { type, actor, isOwnAction, project, actorReason }: Omit<DigestEntry, "projectId" | "at">,
  language: Language,
): string {
  const values = {
    actor: nameForMail(actor ?? unknownActor[language]),
    project: nameForMail(project),
    reason: preventAutoLinks(actorReason),
  };
  const fillPlaceholders = (sentence: string) =>
    sentence.replace(/\{(actor|project|reason)\}/g, (_, name: keyof typeof values) =>
      isolateDirection(values[name].replace(/\s+/g, " ").trim()),
    );
  const sentence: SentenceByLanguage =
    type === "HOST_JOIN_PROJECT" && isOwnAction ? becameHostSentence : allSentences[type];
  return [
    fillPlaceholders(sentence[language]),
    ...(actorReason ? [fillPlaceholders(reasonSentences[language])] : []),
  ].join(" ");
}
