import { deletionGraceDays } from "@kakehashi/contract/deletion";
import { exportRetentionDays } from "@kakehashi/contract/exports";
import { unsentFileRetentionHours } from "@kakehashi/contract/files";
import { retentionPeriods } from "@kakehashi/contract/retention";

export default {
  title: "Privacy",
  description:
    "What Kakehashi keeps about you, for how long, who can see it, and how you take it along or have it deleted.",
  headline: "What we keep about you, and for how long",
  lead: "This page describes what the software of this site does, in plain words. We keep what the service needs.",
  languages: "This page in other languages",
  cookies: "The list of the cookies",
  sections: [
    {
      id: "visit",
      title: "If you only read",
      points: [
        "Reading the public pages sets no cookie, and no other site is asked for anything.",
        "How often an article is read is counted by a code that cannot be turned back into you and is thrown away at the end of the day.",
        "To refuse floods, the server counts calls by network address for minutes, in memory.",
      ],
    },
    {
      id: "contact",
      title: "If you write to us",
      points: [
        "We keep what you put in the contact form: name, e-mail address, phone number, country, topic and message, and our answer.",
        "Our admins read it. It is used to answer you, and for nothing else.",
        "A contact message has no end by itself. You can ask us to delete it.",
      ],
    },
    {
      id: "bots",
      title: "If you write to a bot",
      points: [
        "We keep what you write to a bot and what it asks of you, such as a name or a phone number, with the times. If people take over, we also keep what they answer and the files they send you.",
        "You need no account, and no cookie is set. Your browser keeps a key with which it finds your conversation again on the site where you wrote.",
        "Those who work on this bot read the conversation. A bot can also pass your answers on to a server that its owner has chosen, such as a booking system.",
        "To refuse floods, the server counts calls by your key and your network address for minutes, in memory.",
      ],
    },
    {
      id: "account",
      title: "If you have an account",
      points: [
        "Your e-mail address, your password (only as a hash from which it cannot be read), your name, picture, role, languages, settings, the time zone of the device you used last and what you fill in your profile.",
        "If you sign in with Google: your number there, your address and your name. We learn nothing else from Google.",
        "What you write, upload, react to, mark and leave as a draft.",
        "Your sign-ins: time, browser and network address. You see them in your settings.",
        "If you turn on notices on a device: the address by which its browser's maker reaches it. Notices travel encrypted.",
      ],
    },
    {
      id: "who",
      title: "Who sees what",
      points: [
        "Messages and files are seen by the members of their room, and by nobody else within the service.",
        "Other members see your name, picture, role, working language and profile, and whether you are there unless you turn that off. Those who share a room with you also see your local time.",
        "Nobody finds you by your e-mail address unless you share a room.",
        "Admins see accounts, profiles, activation requests, contact messages, the list of mails and the security log. They see no rooms but their own.",
        "Whoever runs the server and its backups can technically reach what is stored there.",
        "When a message holds a link, our server fetches that page for a preview. The other site sees our server, not you.",
      ],
    },
  ],
  keeping: {
    id: "keeping",
    title: "How long it stays",
    what: "What",
    time: "How long",
    rows: [
      ["Messages and their files", "Until their author deletes them"],
      ["Uploaded files that were put into no message", `${unsentFileRetentionHours} hours`],
      [
        "Files and folders of your own drive",
        `Until you delete them; then ${retentionPeriods.driveTrashDays} days in the trash`,
      ],
      [
        "Code in the library",
        `Until it is deleted; then ${retentionPeriods.codeTrashDays} days in the trash`,
      ],
      [
        "Conversations with a bot and with those who answer for it, and what it asked of you",
        `${retentionPeriods.botTalkDays} days after the last message, or until the bot is deleted`,
      ],
      [
        "Mails that were sent",
        `${retentionPeriods.sentMailDays} days; the text with its links goes once it is sent`,
      ],
      ["Mails that could not be sent", `${retentionPeriods.unsentMailDays} days`],
      [
        "An address that somebody has invited",
        `${retentionPeriods.endedInvitationDays} days after the invitation has expired`,
      ],
      ["A copy of your data that you asked for", `${exportRetentionDays} days`],
      ["Ended sessions, with browser and network address", `${retentionPeriods.endedSessionDays} days`],
      [
        "The last session of each browser, so that we can warn you of an unknown one",
        `${retentionPeriods.deviceDays} days; your very last one until the account is deleted`,
      ],
      ["Sign-ins and refusals in the security log", `${retentionPeriods.signInLogDays} days`],
      ["Changes of accounts, passwords and settings by admins in the security log", "No end"],
      ["Counts of failed sign-ins, by account and network", "A day"],
      ["Contact messages", "No end by itself; you can ask us to delete them"],
      ["An account that is to be deleted", `${deletionGraceDays} days, in which you can change your mind`],
    ],
  },
  after: [
    {
      id: "yours",
      title: "Taking it along, and leaving",
      points: [
        "In your settings you can have a copy made of everything that is kept about you, as a zip file.",
        `In your settings you can delete the account. It is deleted ${deletionGraceDays} days later, unless you sign in before and choose to stay.`,
        "Then your address, profile, picture, settings, sessions, drafts and mails go. What you said in rooms with others stays there, under “Deleted user” instead of your name. Delete it before if it should go, too.",
        "A backup keeps what it had until it is replaced.",
      ],
    },
  ],
  cookiesTitle: "Cookies",
  cookiesText: "Only what signing in and your own choices need:",
  ask: {
    id: "ask",
    title: "Whom to ask",
    text: "Ask us what we keep about you, have it corrected or deleted, or complain:",
    form: "Write to us by the contact form",
  },
} as const;
