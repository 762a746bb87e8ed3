import { pickerTexts } from "contract/content-strings/defaults/picker.ts";
import { useState } from "react";
import { useCountry, useMarket, useMarkets } from "../../api/market.ts";
import { rememberCountry } from "../../api/remembered-country.ts";
import { useTextOf } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import { regionOf, withArticle } from "./browser-region.ts";
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
