import { pickerTexts } from "contract/content-strings/defaults/picker.ts";
import { useState } from "react";
import { useCountry, useMarket, useMarkets } from "../../api/market.ts";
import { rememberCountry } from "../../api/remembered-country.ts";
import { useTextOf } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import { useChooseMarket } from "./use-choose-market.ts";

/** Offers the market of the browser's region if another one is shown. */
export default function MarketSuggestion() {
  const text = useTextOf(pickerTexts);
  const country = useCountry();
  const current = useMarket();
  const choose = useChooseMarket();
  const [dismissed, setDismissed] = useState(false);
  const region = regionOf(navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const suggested = useMarkets().find((market) => market.country === region);
  if (dismissed || !suggested || suggested === current) return null;
  return (
    <aside
      aria-label={text("country.suggestion_label")}
      className={
        "fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit flex-wrap items-center gap-x-4 gap-y-2 rounded-lg " +
        "border border-border bg-raised py-2 pr-2 pl-4 shadow-float"
      }
    >
      {text("country.suggestion", { country: withArticle(suggested.name) })}
      <span className="flex gap-2">
        <Button kind="primary" size="small" onClick={() => choose(suggested)}>
          {text("country.yes")}
        </Button>
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            rememberCountry(country);
            setDismissed(true);
          }}
        >
          {text("country.no")}
        </Button>
      </span>
    </aside>
  );
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
