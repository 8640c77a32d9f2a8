export default {
  title: "Notifications",
  unread_one: "{{count}} unread notification",
  unread_other: "{{count}} unread notifications",
  markAll: "Mark all as read",
  older: "Show older",
  isUnread: "Unread",
  emptyTitle: "Nothing new",
  emptyText: "News about your projects and profile, and mentions and replies to you, appear here.",
} as const;
