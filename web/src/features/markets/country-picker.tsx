import { lazy, Suspense, useState } from "react";
import { useMarket, useMarkets } from "../../api/market.ts";
import { useText } from "../../api/texts.ts";

const CountryDialog = lazy(() => import("./country-dialog.tsx"));

/** Shows the country, by its name or code, and its currency, and opens their dialog. Nothing where there is only one. */
export function CountryPicker({ named = false, className }: { named?: boolean; className: string }) {
  const text = useText();
  const { country, name, currency } = useMarket();
  const [open, setOpen] = useState(false);
  if (useMarkets().length < 2) return null;
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        <span className="sr-only">{`${text("header.country")}: `}</span>
        {`${named ? name : country} · ${currency}`}
      </button>
      {open && (
        <Suspense>
          <CountryDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
