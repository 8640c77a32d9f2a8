export default {
  dataTitle: "Download my data",
  dataText:
    "A zip file with your account, profile, settings, sign-ins, messages, files, notifications and what the audit log says about you.",
  dataAsk: "Prepare my data",
  dataAgain: "Prepare it anew",
  dataWriting: "Your data is being gathered…",
  dataLeave: "You can leave this page: we will write to you when it is ready.",
  dataDownload: "Download ({{size}})",
  dataUntil: "Can be fetched until {{time}}.",
  dataFailed: "Your data could not be gathered. Please try again.",
  deleteTitle: "Delete my account",
  deleteText:
    "Your account is deleted {{days}} days after you ask for it. Until then you can sign in and keep it.",
  deleteGone: "Gone for good: your name, profile, picture, settings, notes, drafts and sessions.",
  deleteStays: "What you wrote to others stays in those conversations, as words of a deleted user.",
  deleteExport: "You may want to download your data first.",
  deleteAsk: "Delete my account…",
  deleteSure: "Delete your account?",
  deleteHow:
    "You will be signed out everywhere. Within {{days}} days you can come back and keep your account; after that nothing brings it back.",
  deleteType: "Type your address to confirm: {{email}}",
  deleteAct: "Delete my account",
  planned: "Your account will be deleted on {{time}}.",
  keep: "Keep my account",
  kept: "Your account stays.",
  keepTitle: "Keep your account?",
  keepText: "As you asked, it will be deleted on {{time}}. You can take that back now, or later until then.",
} as const;
