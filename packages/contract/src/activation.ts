import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import type { TransitionsByEvent } from "./kit/transitions.ts";
import { freeTextSchema, profileSchema } from "./profiles.ts";
import { type ProfileStatus, profileStatusSchema } from "./users.ts";

/** The legal transitions of a profile's activation (docs/rules.md). Others are refused with 409. */
export const activationTransitions = {
  request: { actor: "owner", from: ["NOT_REQUEST", "REFUSED"], to: "WAITING" },
  accept: { actor: "admin", from: ["WAITING"], to: "ACCEPTED" },
  refuse: { actor: "admin", from: ["WAITING"], to: "REFUSED" },
  block: { actor: "admin", from: ["ACCEPTED"], to: "DEACTIVATED" },
  unblock: { actor: "admin", from: ["DEACTIVATED"], to: "ACCEPTED" },
} as const satisfies TransitionsByEvent<ProfileStatus, "owner" | "admin">;
export type ActivationTransition = keyof typeof activationTransitions;
export type ActivationDecision = Exclude<ActivationTransition, "request">;

export const decisionReasonSchema = freeTextSchema.pipe(z.string().min(1, { error: "required" }));

export const requestActivation = endpoint({
  method: "POST",
  path: "/companies/request/active",
  guard: "active",
  limit: limits.mail,
  summary:
    "Asks the admin to activate the caller's profile. The profile needs a role, a working language, an account type, a picture and a description.",
  data: profileSchema,
});

export const getOwnActivationStatus = endpoint({
  method: "GET",
  path: "/users/status",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns how far the activation of the caller's profile is, and the reason that the admin gave.",
  data: z.object({
    status: profileStatusSchema,
    reason: profileSchema.shape.reason,
    has_profile: z.boolean(),
  }),
});

export const decisionReasonBodySchema = z
  .strictObject({ reason: decisionReasonSchema })
  .meta({ id: "Reason" });
const userParams = z.object({ id: idSchema });

export const acceptProfile = endpoint({
  method: "POST",
  path: "/admin/users/:id/accept",
  guard: "admin",
  limit: limits.form,
  summary: "Accepts a profile that waits for its activation.",
  params: userParams,
  data: profileSchema,
});
export const refuseProfile = endpoint({
  method: "POST",
  path: "/admin/users/:id/refuse",
  guard: "admin",
  limit: limits.form,
  summary: "Refuses a profile that waits for its activation, with a reason.",
  params: userParams,
  body: decisionReasonBodySchema,
  data: profileSchema,
});
export const blockProfile = endpoint({
  method: "POST",
  path: "/admin/users/:id/block",
  guard: "admin",
  limit: limits.form,
  summary: "Blocks an accepted profile, with a reason. Its owner can still read, but can write nothing.",
  params: userParams,
  body: decisionReasonBodySchema,
  data: profileSchema,
});
export const unblockProfile = endpoint({
  method: "POST",
  path: "/admin/users/:id/unblock",
  guard: "admin",
  limit: limits.form,
  summary: "Lifts the block of a profile.",
  params: userParams,
  data: profileSchema,
});

export const profileActivationErrors = {
  "PROFILE.STEP": {
    status: 409,
    message: {
      en: "The profile has changed in the meantime. Please look again.",
      vi: "Hồ sơ đã chuyển sang trạng thái khác. Vui lòng xem lại.",
      ja: "プロフィールの状態が変わっています。もう一度ご確認ください。",
    },
  },
  "PROFILE.INCOMPLETE": {
    status: 422,
    message: {
      en: "Some details are still missing before you can request activation.",
      vi: "Hồ sơ còn thiếu thông tin nên chưa thể kích hoạt.",
      ja: "利用承認の申請には、まだ足りない項目があります。",
    },
  },
  "PROFILE.NONE": {
    status: 403,
    message: {
      en: "To create or join a project, create your profile first.",
      vi: "Để tạo hoặc tham gia dự án, trước tiên bạn cần tạo hồ sơ.",
      ja: "プロジェクトの作成や参加には、先にプロフィールを作成してください。",
    },
  },
  "PROFILE.INACTIVE": {
    status: 403,
    message: {
      en: "Your profile is not active. To create or join a project, request its activation.",
      vi: "Hồ sơ chưa được kích hoạt. Để tạo hoặc tham gia dự án, hãy gửi yêu cầu kích hoạt hồ sơ cho quản trị viên.",
      ja: "プロフィールはまだ承認されていません。プロジェクトの作成や参加には、管理者に利用承認を申請してください。",
    },
  },
  "PROFILE.WAITING": {
    status: 403,
    message: {
      en: "Please wait until an administrator accepts your profile. Then you can create or join a project.",
      vi: "Vui lòng chờ quản trị viên duyệt hồ sơ để tạo hoặc tham gia dự án.",
      ja: "管理者がプロフィールを承認すると、プロジェクトの作成や参加ができます。しばらくお待ちください。",
    },
  },
} as const satisfies ErrorTable;
