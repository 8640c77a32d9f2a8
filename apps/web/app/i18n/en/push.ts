export default {
  deviceOn: "This device gets notifications of new messages even when Kakehashi is closed.",
  deviceOff: "This device gets no notifications while Kakehashi is closed.",
  deviceBlocked:
    "This browser blocks notifications from Kakehashi. Allow them in its settings for this site, then come back here.",
  deviceUnsupported: "This browser cannot show notifications while Kakehashi is closed.",
  deviceHomeScreen:
    "On an iPhone or iPad, add Kakehashi to the home screen first: Share, then Add to Home Screen. Open it from there and come back to this page.",
  allow: "Allow on this device",
  stop: "Stop on this device",
  allowed: "Notifications are on for this device.",
  failed: "The browser's push service could not be reached. Please try again later.",
  about: "Notify me about",
  aboutAll: "All messages",
  aboutMentions: "Direct messages and mentions",
  aboutNote:
    "A muted conversation only notifies you when you are mentioned by name. You can choose differently for each conversation, in its details.",
  content: "Show what was written",
  contentNote: "Off: a notification says who wrote and where, but not what.",
  digest: "Mail me what stays unread",
  digestNote:
    "News of your projects that you have not read for 15 minutes, together in one e-mail, once an hour at most.",
  mailProjects: "Weekly mail about my projects",
  mailProjectsNote: "On Mondays: what is done, what is late, and what comes next.",
  quiet: "Quiet hours",
  quietNote: "No notifications in these hours. Time zone: {{zone}}.",
  quietFrom: "From",
  quietTo: "To",
} as const;
