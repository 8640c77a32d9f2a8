/** The current names of cities, for time zones that browsers name by the city's older name. */
const currentCityNames: Readonly<Record<string, string>> = {
  "Asia/Saigon": "Ho Chi Minh",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Europe/Kiev": "Kyiv",
};

/**
 * Returns the city that names a time zone, in the spelling for people: `Asia/Saigon` gives `Ho Chi Minh`, and `UTC`
 * stays `UTC`.
 */
export const cityOf = (zone: string): string =>
  currentCityNames[zone] ?? (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
