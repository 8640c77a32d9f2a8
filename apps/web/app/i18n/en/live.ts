export default {
  reconnecting: "Connection lost. Trying to reconnect…",
  newVersion: "A new version of Kakehashi is ready.",
  reload: "Reload",
  later: "Later",
} as const;
