export default {
  reconnecting: "Connection lost. Trying to reconnect…",
  offline:
    "You are offline. You can read recent conversations; what you write is sent when you are connected again.",
  newMessage: "New message",
  newVersion: "A new version of Kakehashi is ready.",
  reload: "Reload",
  later: "Later",
} as const;
