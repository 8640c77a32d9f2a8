export default {
  dataTitle: "Download my data",
  dataText:
    "A zip file with your account, profile, settings, sign-ins, messages, files, notifications and the audit log entries about you.",
  dataAsk: "Prepare my data",
  dataAgain: "Prepare it again",
  dataWriting: "Your data is being collected…",
  dataLeave: "You can leave this page: we will write to you when it is ready.",
  dataDownload: "Download ({{size}})",
  dataUntil: "Available until {{time}}.",
  dataFailed: "Your data could not be collected. Please try again.",
  deleteTitle: "Delete my account",
  deleteText:
    "Your account is deleted {{days}} days after you ask for it. Until then you can sign in and cancel.",
  deleteGone: "Deleted for good: your name, profile, picture, settings, notes, drafts and sessions.",
  deleteStays: "Messages you sent to others stay in those conversations, shown as from a deleted user.",
  deleteExport: "You may want to download your data first.",
  deleteAsk: "Delete my account…",
  deleteSure: "Delete your account?",
  deleteHow:
    "You will be signed out everywhere. Within {{days}} days you can come back and keep your account. After that it cannot be restored.",
  deleteType: "Type your address to confirm: {{email}}",
  deleteAct: "Delete my account",
  planned: "Your account will be deleted on {{time}}.",
  keep: "Keep my account",
  kept: "Your account will be kept.",
  keepTitle: "Keep your account?",
  keepText: "As you asked, it will be deleted on {{time}}. You can cancel this now or any time before then.",
} as const;
