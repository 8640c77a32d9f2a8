export default {
  hint: "Narrow the search by what you type: “from:name”, “in:conversation”, “has:file”, “before:2026-11-20”, “after:” or “on:” a day.",
  people: "People",
  rooms: "Conversations",
  kinds: "What a message has",
  days: "Days",
  unknownPerson: "Nobody you share a conversation with is called “{{name}}”. This filter is not applied.",
  unknownRoom: "None of your conversations is called “{{name}}”. This filter is not applied.",
  unknownKind:
    "Messages are not searched for “{{name}}”. Write file, picture, video, audio or link. This filter is not applied.",
  unknownDay: "“{{name}}” is not a day. Write it like 2026-11-20. This filter is not applied.",
  dayHint: "Write the day like 2026-11-20.",
  backwards: "The first day of these filters comes after the last one.",
  failed: "“{{name}}” could not be looked up.",
  remove: "Remove the filter “{{filter}}”",
  noResultFiltered: "No results with these filters",
  beginTitle: "Search everything you can read",
  beginText:
    "Accents and character width do not matter: “du an” finds “dự án”, “ﾃｽﾄ” finds “テスト”. Put words in quotes to keep them together.",
} as const;
