import type { Page } from "playwright-core";

// Invented rows for the lists of the admin pages, as after some weeks of use. The demo workspace is too new to have
// such data.

const createTestId = (number: number) => `019a8c4e-5f10-7000-8000-${String(number).padStart(12, "0")}`;
const formatTimeOnDay = (day: number) => `2026-11-${String(day).padStart(2, "0")}T03:24:00.000Z`;
const emma = { id: createTestId(1), name: "Emma Clarke" };
const an = { id: createTestId(2), name: "Nguyễn Văn An" };
const categoryNames = { en: "Process automation", vi: "Tự động hóa quy trình", ja: "業務自動化（RPA）" };

const auditEntries = [
  { action: "profile.refuse", subject: an, details: { reason: "ご経歴をもう少し詳しくお書きください。" } },
  { action: "user.role", subject: an, details: { from: "dev", to: "brse" } },
  {
    action: "categories.rename",
    subject: { id: createTestId(31), name: categoryNames.en },
    details: { names: categoryNames },
  },
  {
    action: "categories.remove",
    subject: { id: createTestId(32), name: null },
    details: { names: categoryNames },
  },
  {
    action: "categories.order",
    subject: null,
    details: { ids: [createTestId(31), createTestId(33), createTestId(34)] },
  },
  {
    action: "mail.resend",
    subject: { id: createTestId(41), name: "an@kakehashi.example: Mật khẩu mới" },
    details: {},
  },
  { action: "page.close", subject: null, details: { page: "/register" } },
  {
    action: "post.update",
    subject: { id: createTestId(51), name: "Keeping a glossary that people use" },
    details: { slug: "keeping-a-glossary" },
  },
  {
    action: "plan.change",
    subject: { id: createTestId(61), name: null },
    details: { title: "Team by the month", shown: true, amount: 4800 },
  },
  { action: "contact.state", subject: { id: createTestId(71), name: null }, details: { state: "SPAM" } },
  {
    action: "profile.update",
    actor: an,
    subject: an,
    details: { fields: ["address", "phone", "category_ids"] },
  },
  {
    action: "account.delete",
    actor: null,
    subject: { id: createTestId(9), name: null },
    details: {},
    ip: "",
  },
].map((entry, index) => ({
  id: createTestId(100 + index),
  actor: emma,
  ip: "203.0.113.24",
  created_at: formatTimeOnDay(20 - index),
  ...entry,
}));

const sentMails = [
  {
    state: "SENT",
    subject: "メールアドレスをご確認ください",
    language: "ja",
    recipient: "aiko@kakehashi.example",
  },
  {
    state: "WAITING",
    subject: "Mật khẩu của bạn đã được đổi",
    language: "vi",
    recipient: "an@kakehashi.example",
  },
  {
    state: "FAILED",
    subject: "Your profile has been accepted",
    language: "en",
    recipient: "oliver@kakehashi.example",
    last_error: "550 5.1.1 The mailbox does not exist.",
  },
].map((mail, index) => ({
  id: createTestId(200 + index),
  template: "confirm",
  attempts: index + 1,
  last_error: null,
  created_at: formatTimeOnDay(20 - index),
  sent_at: null,
  ...mail,
}));

const activationRequests = [
  { name: "Lê Minh Châu", email: "chau@kakehashi.example", role: "brse", account_type: "PERSONAL" },
  {
    name: "株式会社さくら予約サービス",
    email: "office@sakura.example",
    role: "company",
    account_type: "COMPANY",
  },
].map((request, index) => ({
  id: createTestId(300 + index),
  user_id: createTestId(310 + index),
  avatar: null,
  first_name: "Châu",
  last_name: "Lê",
  address: "1 Tràng Tiền, Hà Nội",
  phone: "+84 24 3825 0000",
  categories: [],
  description: "",
  website: "",
  reason: null,
  status: "WAITING",
  requested_at: formatTimeOnDay(20 - index),
  ...request,
}));

const rowsByList = { audit: auditEntries, mails: sentMails, activations: activationRequests };

/** Replaces the API response for a list of the admin pages with invented rows. The server does not get the request. */
export const respondWithDeskRows = (list: keyof typeof rowsByList) => (page: Page) => {
  const data = rowsByList[list];
  const meta = { page: 1, paging: 20, total: data.length, has_more: false };
  return page
    .route(`**/api/admin/${list}?*`, (route) => route.fulfill({ json: { data, meta } }))
    .then(() => {});
};
