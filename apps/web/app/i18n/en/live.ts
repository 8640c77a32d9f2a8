export default {
  reconnecting: "Connection lost. Trying to reconnect…",
  offline:
    "You are offline. Recent conversations can be read, and what you write is sent once you are connected.",
  newMessage: "New message",
  newVersion: "A new version of Kakehashi is ready.",
  reload: "Reload",
  later: "Later",
} as const;
