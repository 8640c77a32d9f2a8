export default {
  navigation: "Workspace",
  home: "Home",
  chat: "Chat",
  account: "Your account",
  /** Spec §8: confirm dialog, language change */
  languageTitle: "Change the language?",
  languageText: "Menus and texts will be shown in {{language}}. What you and others write stays as it is.",
  languageAction: "Change",
  languageChanged: "Now in English.",
  morning: "Good morning, {{name}}",
  day: "Good afternoon, {{name}}",
  evening: "Good evening, {{name}}",
  unread_one: "{{count}} conversation with unread messages",
  unread_other: "{{count}} conversations with unread messages",
  allRead: "You have read everything.",
  recent: "Recent conversations",
  openChat: "Open chat",
} as const;
