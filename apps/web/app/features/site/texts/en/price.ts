export default {
  title: "Price",
  description:
    "The ways to work with us: what each plan includes, when it suits you, and what every plan has. A consultant gives you a figure in writing.",
  headline: "Ways to work together",
  lead: "A price without your brief would be a guess, so you will not find one here. Tell us what you need, and a consultant answers with a figure and what it covers, in writing.",
  leadPriced:
    "What a plan costs depends on what you need. Tell us, and a consultant answers with a figure for your own case and what it covers, in writing.",
  ask: "Ask for a quotation",
  talk: "Talk to a consultant",
  periods: { PROJECT: "a project", MONTH: "a month", HOUR: "an hour" },
  suits: "Suits you when",
  includes: "What is included",
  always: {
    title: "In every plan",
    items: [
      "Support round the clock",
      "Translation by people inside the project's conversations",
      "The workspace, for everyone who takes part",
      "A glossary and a specification that stay with the project",
    ],
  },
  faq: {
    title: "Questions people ask first",
    unpriced: {
      question: "Why is there no price list?",
      answer:
        "Two systems with the same name can differ greatly in the work they take. A figure that ignores this helps nobody. Send us a few sentences, and you get a figure for your own case.",
    },
    items: [
      {
        question: "In which language can I write to you?",
        answer:
          "In English, Vietnamese or Japanese. In the workspace everyone goes on writing in their own language, and translators work inside the conversation.",
      },
      {
        question: "What does the quotation contain?",
        answer:
          "What will be built, who works on it, what it costs, what is not included, and until when the offer stands.",
      },
      {
        question: "Who owns what is built?",
        answer: "The contract says so, in both languages, before work begins.",
      },
      {
        question: "Can I speak to somebody first?",
        answer:
          "Yes. Leave a phone number in the contact form and say when it suits you. A consultant calls back.",
      },
    ],
  },
} as const;
