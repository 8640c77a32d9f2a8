export default {
  title: "Contact",
  description:
    "Write to Kakehashi in English, Vietnamese or Japanese. A consultant reads your message and replies.",
  headline: "Tell us what you need",
  lead: "In English, Vietnamese or Japanese, in your own words. A consultant reads every message and replies.",
  plan: "You are asking for a quotation:",
  topic: "What is it about?",
  topics: {
    consultant: "I would like to talk to a consultant",
    project: "I have a project in mind",
    career: "I would like to work with you",
    other: "Something else",
  },
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail address",
  phone: "Phone number",
  phoneHint: "As you dial it, or with the country code.",
  country: "Country of business",
  countryHint: "Type a few letters and choose.",
  message: "Your message",
  messageHint: "Up to 500 characters. A few sentences are enough.",
  website: "Leave this empty",
  send: "Send the message",
  privacy: "We use what you send to answer you, and for nothing else.",
  privacyLink: "What we keep, and for how long",
  failed: "Your message was not sent yet. Please look at the marked fields.",
  again:
    "Please send the message once more. We ask because it looked as if a program had sent it; wait twenty seconds and press the button again.",
  tooMany: "Several messages came from your connection in a short time. Please wait a minute and send again.",
  tooLarge: "That was too long to send. Please shorten your message.",
  unavailable:
    "The message could not be stored just now. Nothing you typed is lost: please send it again in a moment.",
  sentTitle: "Thank you. Your message has arrived.",
  sentText:
    "A consultant reads it and replies to the address you gave. If it is urgent, say so in a second message, with the time that suits you.",
  sentBack: "Back to the start page",
  sentHome: "Back to your home page",
  sentRead: "Read the blog meanwhile",
  next: {
    title: "What happens next",
    items: [
      "A consultant who reads your language reads the message.",
      "You get a reply by e-mail, or a call if you ask for one.",
      "If we are the wrong people for it, we say so.",
    ],
  },
} as const;
