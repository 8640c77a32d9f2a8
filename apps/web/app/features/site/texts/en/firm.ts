export default {
  title: "Who we are",
  where: "Where we are",
  map: "Show on a map",
  reply: "Reply time",
  email: "E-mail",
  phone: "Phone",
  address: "Address",
  registered: "Registered name",
  number: "Registration number",
} as const;
