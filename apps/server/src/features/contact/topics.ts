import type { ContactMessage } from "@kakehashi/contract/contact";
import type { TextsByLanguage } from "@kakehashi/contract/languages";

/** The names of the contact form's topics, as mails show them. */
export const topicNames: Record<ContactMessage["topic"], TextsByLanguage> = {
  consultant: { en: "Consultation", vi: "Tư vấn", ja: "ご相談" },
  project: { en: "Project", vi: "Dự án", ja: "プロジェクト" },
  career: { en: "Career", vi: "Tuyển dụng", ja: "採用" },
  other: { en: "Other", vi: "Khác", ja: "その他" },
};
