/** Steam's languages by tag: their names in addresses, and as an English page lists those that a game supports. */
const steamLanguages: Readonly<Record<string, { name: string; listed: string }>> = {
  ar: { name: "arabic", listed: "Arabic" },
  bg: { name: "bulgarian", listed: "Bulgarian" },
  cs: { name: "czech", listed: "Czech" },
  da: { name: "danish", listed: "Danish" },
  de: { name: "german", listed: "German" },
  el: { name: "greek", listed: "Greek" },
  es: { name: "spanish", listed: "Spanish - Spain" },
  "es-419": { name: "latam", listed: "Spanish - Latin America" },
  fi: { name: "finnish", listed: "Finnish" },
  fr: { name: "french", listed: "French" },
  hu: { name: "hungarian", listed: "Hungarian" },
  id: { name: "indonesian", listed: "Indonesian" },
  it: { name: "italian", listed: "Italian" },
  ja: { name: "japanese", listed: "Japanese" },
  ko: { name: "koreana", listed: "Korean" },
  nl: { name: "dutch", listed: "Dutch" },
  no: { name: "norwegian", listed: "Norwegian" },
  pl: { name: "polish", listed: "Polish" },
  pt: { name: "portuguese", listed: "Portuguese - Portugal" },
  "pt-BR": { name: "brazilian", listed: "Portuguese - Brazil" },
  ro: { name: "romanian", listed: "Romanian" },
  ru: { name: "russian", listed: "Russian" },
  sv: { name: "swedish", listed: "Swedish" },
  th: { name: "thai", listed: "Thai" },
  tr: { name: "turkish", listed: "Turkish" },
  uk: { name: "ukrainian", listed: "Ukrainian" },
  vi: { name: "vietnamese", listed: "Vietnamese" },
  "zh-Hans": { name: "schinese", listed: "Simplified Chinese" },
  "zh-Hant": { name: "tchinese", listed: "Traditional Chinese" },
};

const otherTags: Readonly<Record<string, string>> = { nb: "no", zh: "zh-Hans", "zh-CN": "zh-Hans", "zh-TW": "zh-Hant" };

/** A language of the site that Steam has. */
export interface SteamLanguage {
  /** As the site spells it. */
  tag: string;
  name: string;
  listed: string;
}

/** The language at Steam, also of a regional form such as `de-AT`; `null` = Steam has none. */
export function steamLanguageOf(tag: string): SteamLanguage | null {
  const [general = tag] = tag.split("-");
  const found = [tag, otherTags[tag], general].find((one) => one !== undefined && Object.hasOwn(steamLanguages, one));
  return found === undefined ? null : { tag, ...steamLanguages[found]! };
}
