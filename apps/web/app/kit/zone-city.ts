/** The present names of cities. Browsers call some time zones by a city's older name. */
const currentCityNames: Readonly<Record<string, string>> = {
  "Asia/Saigon": "Ho Chi Minh",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Europe/Kiev": "Kyiv",
};

/** Returns the name of a time zone's city, as people write it: `Asia/Saigon` gives `Ho Chi Minh`. `UTC` stays `UTC`. */
export const cityOfTimeZone = (timeZone: string): string =>
  currentCityNames[timeZone] ?? (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
