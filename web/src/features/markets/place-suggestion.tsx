import { useQuery } from "@tanstack/react-query";
import { pickerTexts } from "contract/content-strings/defaults/picker.ts";
import { english, languageOf, sourceLanguage } from "contract/languages/language.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { useState } from "react";
import { useLanguages, useMarket, useMarkets } from "../../api/market.ts";
import { freshFor } from "../../api/query.ts";
import { hasChosenCountry, hasChosenLanguage, rememberLanguageChosen } from "../../api/remembered-country.ts";
import { useCall } from "../../api/session.ts";
import { textReaderOf, useLanguage, useTextOf } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import { useChoosePlace, useRememberPlace } from "./use-choose-place.ts";

/**
 * Offers the page in the browser's language, or else the prices of its region, to visitors who have chosen neither. The
 * browser decides, because pages are the same for all visitors.
 */
export default function PlaceSuggestion() {
  const { tag } = useLanguage();
  const language = suggestedLanguage(navigator.languages, useLanguages(), tag);
  const region = regionOf(navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const current = useMarket();
  const market = useMarkets().find(({ country }) => country === region);
  const [dismissed, setDismissed] = useState(false);
  const onDismiss = () => setDismissed(true);
  if (dismissed) return null;
  if (language && !hasChosenLanguage()) return <LanguageSuggestion language={language} onDismiss={onDismiss} />;
  if (!market || market === current || hasChosenCountry()) return null;
  return <MarketSuggestion market={market} onDismiss={onDismiss} />;
}

/** In the suggested language, whose texts the page does not have. */
function LanguageSuggestion({ language: { tag, name, direction }, onDismiss }: LanguageSuggestionProps) {
  const call = useCall();
  const choose = useChoosePlace();
  const { data: texts } = useQuery({
    queryKey: ["suggested-texts", tag],
    staleTime: freshFor.texts,
    retry: false,
    queryFn: ({ signal }) =>
      call("GET /api/content/strings", tag === sourceLanguage ? {} : { query: { locale: tag } }, { signal }),
  });
  if (!texts) return null;
  const text = textReaderOf(texts, pickerTexts, languageOf(tag));
  // as in a sentence: `français`, where the list of languages has `Français`
  const inSentence = new Intl.DisplayNames(tag, { type: "language" }).of(tag);
  return (
    <Suggestion
      lang={tag}
      dir={direction}
      label={text("country.language_suggestion_label")}
      question={text("country.language_suggestion", {
        language: !inSentence || inSentence === tag ? name : inSentence,
      })}
      yes={text("country.yes")}
      no={text("country.no")}
      onYes={() => choose({ language: tag })}
      onNo={() => {
        rememberLanguageChosen();
        onDismiss();
      }}
    />
  );
}

interface LanguageSuggestionProps {
  language: SiteLanguage;
  onDismiss: () => void;
}

function MarketSuggestion({ market, onDismiss }: { market: Market; onDismiss: () => void }) {
  const text = useTextOf(pickerTexts);
  const current = useMarket();
  const choose = useChoosePlace();
  const remember = useRememberPlace();
  const language = useLanguage();
  const country = language === english ? withArticle(market.name) : language.country(market.country);
  return (
    <Suggestion
      label={text("country.suggestion_label")}
      question={text("country.suggestion", { country })}
      yes={text("country.yes")}
      no={text("country.no")}
      onYes={() => choose({ market })}
      onNo={() => {
        remember(current, language.tag);
        onDismiss();
      }}
    />
  );
}

interface SuggestionProps {
  lang?: string;
  dir?: string;
  label: string;
  question: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** A line above the page, which does not move it. */
function Suggestion({ lang, dir, label, question, yes, no, onYes, onNo }: SuggestionProps) {
  return (
    <aside
      lang={lang}
      dir={dir}
      aria-label={label}
      className={
        "fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1rem)] z-30 mx-auto flex w-fit flex-wrap items-center " +
        "gap-x-4 gap-y-2 rounded-lg border border-border bg-raised py-2 pe-2 ps-4 shadow-float"
      }
    >
      {question}
      <span className="flex gap-2">
        <Button kind="primary" size="small" onClick={onYes}>
          {yes}
        </Button>
        <Button kind="quiet" size="small" onClick={onNo}>
          {no}
        </Button>
      </span>
    </aside>
  );
}

/** The language that a browser prefers, of those of the site; `undefined` if the page is in it, or the site lacks it. */
export function suggestedLanguage(
  preferred: readonly string[],
  languages: readonly SiteLanguage[],
  current: string,
): SiteLanguage | undefined {
  for (const tag of preferred) {
    const wanted = localeOf(tag);
    const readable = languages.filter((one) => {
      const has = localeOf(one.tag);
      return has && has.language === wanted?.language && has.script === wanted.script;
    });
    const best =
      readable.find((one) => localeOf(one.tag)?.region === wanted?.region) ??
      readable.find((one) => one.tag === current) ??
      readable[0];
    if (best) return best.tag === current ? undefined : best;
  }
  return undefined;
}

/** With its usual script and region. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** Countries by time zone, where a zone has one country; the United States has too many zones to list. */
const zones: Record<string, string> = {
  "Africa/Cairo": "EG",
  "Africa/Johannesburg": "ZA",
  "America/Argentina/Buenos_Aires": "AR",
  "America/Bogota": "CO",
  "America/Buenos_Aires": "AR",
  "America/Chicago": "US",
  "America/Denver": "US",
  "America/Los_Angeles": "US",
  "America/Lima": "PE",
  "America/Mexico_City": "MX",
  "America/New_York": "US",
  "America/Santiago": "CL",
  "America/Sao_Paulo": "BR",
  "America/Toronto": "CA",
  "America/Vancouver": "CA",
  "Asia/Almaty": "KZ",
  "Asia/Bangkok": "TH",
  "Asia/Calcutta": "IN",
  "Asia/Dubai": "AE",
  "Asia/Hong_Kong": "HK",
  "Asia/Jakarta": "ID",
  "Asia/Jerusalem": "IL",
  "Asia/Kolkata": "IN",
  "Asia/Kuala_Lumpur": "MY",
  "Asia/Manila": "PH",
  "Asia/Riyadh": "SA",
  "Asia/Seoul": "KR",
  "Asia/Shanghai": "CN",
  "Asia/Singapore": "SG",
  "Asia/Taipei": "TW",
  "Asia/Tokyo": "JP",
  "Australia/Brisbane": "AU",
  "Australia/Melbourne": "AU",
  "Australia/Perth": "AU",
  "Australia/Sydney": "AU",
  "Europe/Amsterdam": "NL",
  "Europe/Athens": "GR",
  "Europe/Berlin": "DE",
  "Europe/Brussels": "BE",
  "Europe/Bucharest": "RO",
  "Europe/Budapest": "HU",
  "Europe/Copenhagen": "DK",
  "Europe/Dublin": "IE",
  "Europe/Helsinki": "FI",
  "Europe/Istanbul": "TR",
  "Europe/Kiev": "UA",
  "Europe/Kyiv": "UA",
  "Europe/Lisbon": "PT",
  "Europe/London": "GB",
  "Europe/Madrid": "ES",
  "Europe/Oslo": "NO",
  "Europe/Paris": "FR",
  "Europe/Prague": "CZ",
  "Europe/Rome": "IT",
  "Europe/Sofia": "BG",
  "Europe/Stockholm": "SE",
  "Europe/Vienna": "AT",
  "Europe/Warsaw": "PL",
  "Europe/Zurich": "CH",
  "Pacific/Auckland": "NZ",
};

/** The country that a browser's language names, else that of its time zone. */
export function regionOf(language: string, timeZone: string): string | undefined {
  return regionIn(language) ?? zones[timeZone];
}

function regionIn(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** The name of a country in a sentence: `the United Kingdom`. */
export function withArticle(country: string): string {
  return /^(United|Netherlands|Philippines|Czech Republic|Dominican Republic|Bahamas)\b/.test(country)
    ? `the ${country}`
    : country;
}
