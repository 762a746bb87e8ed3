import { pickerTexts } from "contract/content-strings/defaults/picker.ts";
import type { Market } from "contract/markets/schema.ts";
import Check from "lucide-static/icons/check.svg?react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLanguages, useMarket, useMarkets } from "../../api/market.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { namesMatching } from "../../page/names-matching.ts";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import { Select } from "../../ui/select.tsx";
import { useChoosePlace } from "./use-choose-place.ts";

/** Chooses a country by name, code or currency. Arrow keys move, Enter chooses. */
export default function CountryDialog({ onClose }: { onClose: () => void }) {
  const text = useTextOf(pickerTexts);
  const current = useMarket();
  const language = useLanguage();
  const nameOf = ({ country }: Market) => language.country(country);
  const markets = useMarkets().toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), language.tag));
  const choose = useChoosePlace();
  const [typed, setTyped] = useState("");
  const shown = namesMatching(markets, typed, (market) => [
    nameOf(market),
    market.name,
    market.country,
    market.currency,
  ]);
  const [active, setActive] = useState(() => markets.indexOf(current));
  const listId = useId();
  const optionId = (market: Market) => `${listId}-${market.country}`;
  const list = useRef<HTMLDivElement>(null);
  const activeMarket = shown[active];
  const activeId = activeMarket && optionId(activeMarket);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onChoose = (market: Market) => (market === current ? onClose() : choose({ market }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && activeMarket) onChoose(activeMarket);
    const target = stepTo(event.key, active, shown.length);
    if (target === null) return;
    event.preventDefault();
    setActive(target);
  };
  return (
    <Dialog title={text("country.title")} onClose={onClose}>
      <LanguageChoice />
      <p className="mt-1 text-sm text-muted">{text("country.text")}</p>
      <FilterField
        label={text("country.filter")}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        className="mt-4"
      />
      {/* the box above handles the keys */}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={text("country.list")}
        className={classNames(
          "-mx-2 mt-3 overflow-y-auto",
          // the height does not depend on the number of options
          markets.length > 7 && "h-[min(22rem,50dvh)]",
        )}
      >
        {shown.map((market, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the box above has the focus, and names the active option
          <div
            key={market.country}
            id={optionId(market)}
            role="option"
            aria-selected={market === current}
            onClick={() => onChoose(market)}
            onPointerMove={() => setActive(index)}
            className={classNames(
              "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2",
              index === active && "bg-sunken",
            )}
          >
            <span className="grow">{nameOf(market)}</span>
            <span className="text-sm text-muted">{market.currency}</span>
            <Check aria-hidden className={classNames("size-4 text-accent-text", market !== current && "invisible")} />
          </div>
        ))}
        {shown.length === 0 && <p className="px-3 py-2 text-muted">{text("country.none")}</p>}
      </div>
    </Dialog>
  );
}

/** The languages by their own names; nothing where there is only one. */
function LanguageChoice() {
  const text = useTextOf(pickerTexts);
  const languages = useLanguages();
  const { tag } = useLanguage();
  const choose = useChoosePlace();
  if (languages.length < 2) return null;
  return (
    <Select
      label={text("country.language")}
      value={tag}
      onChoose={(chosen) => void choose({ language: chosen })}
      className="mt-3 mb-4"
    >
      {languages.map((one) => (
        <option key={one.tag} value={one.tag} lang={one.tag}>
          {one.name}
        </option>
      ))}
    </Select>
  );
}

/** The option that a key moves to; `null` for other keys. */
function stepTo(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (active + 1) % count;
  if (key === "ArrowUp") return active <= 0 ? count - 1 : active - 1;
  return null;
}
