/** Zones that browsers know by an older name of the city. */
const currentCityNames: Readonly<Record<string, string>> = {
  "Asia/Saigon": "Ho Chi Minh",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Europe/Kiev": "Kyiv",
};

/** The city that names a time zone, for people: `Asia/Saigon` is `Ho Chi Minh`, `UTC` stays. */
export const cityOf = (zone: string): string =>
  currentCityNames[zone] ?? (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
