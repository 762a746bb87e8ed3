import type { Language } from "contract/languages/language.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import { lazy, Suspense, useState } from "react";
import { useLanguages, useMarket, useMarkets } from "../../api/market.ts";
import { useLanguage, useText } from "../../api/texts.ts";

const CountryDialog = lazy(() => import("./country-dialog.tsx"));

/** Shows country, currency and language, by names or codes, and opens their dialog. Nothing where there is no choice. */
export function CountryPicker({ named = false, className }: { named?: boolean; className: string }) {
  const text = useText();
  const { country, currency } = useMarket();
  const language = useLanguage();
  const languages = useLanguages();
  const [open, setOpen] = useState(false);
  if (useMarkets().length < 2 && languages.length < 2) return null;
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        <span className="sr-only">{`${text("header.country")}: `}</span>
        {`${named ? language.country(country) : country} · ${currency}`}
        {languages.length > 1 && ` · ${named ? nameIn(languages, language) : language.tag.toUpperCase()}`}
      </button>
      {open && (
        <Suspense>
          <CountryDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function nameIn(languages: readonly SiteLanguage[], { tag }: Language): string {
  return languages.find((one) => one.tag === tag)?.name ?? tag;
}
