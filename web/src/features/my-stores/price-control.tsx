import { useQueryClient } from "@tanstack/react-query";
import { allStores } from "contract/my-stores/rules.ts";
import ChevronDown from "lucide-static/icons/chevron-down.svg?react";
import ListChecks from "lucide-static/icons/list-checks.svg?react";
import Store from "lucide-static/icons/store.svg?react";
import { useMarket } from "../../api/market.ts";
import { useOfficialOnly } from "../../api/my-stores.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useText } from "../../api/texts.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { Menu, menuItemStyle } from "../../ui/menu.tsx";
import { useAction } from "../../ui/use-action.ts";
import { CountryPicker } from "../markets/country-picker.tsx";
import { useOpenMyStores } from "./my-stores.tsx";
import { chooseStores, rememberedStores } from "./store-choice.ts";

/** Whose prices the pages show: of all stores or of official ones only, of the visitor's stores, and of which country. */
export function PriceControl() {
  const text = useText();
  const { country } = useMarket();
  const openMyStores = useOpenMyStores();
  const isOfficial = useOfficialOnly();
  const { choose, failure } = useChooseOfficial();
  const chosen = text(isOfficial ? "header.prices.official" : "header.prices.all");
  return (
    <Menu
      align="end"
      buttonClassName={buttonStyle("quiet", "small", "max-lg:size-11 max-lg:px-0 needs-script")}
      button={
        <>
          <Store aria-hidden className={classNames("size-5 lg:size-4", isOfficial && "text-accent-text")} />
          <span className="sr-only">{`${text("header.prices")}: `}</span>
          <span className="max-lg:sr-only">{`${country} · ${chosen}`}</span>
          <ChevronDown aria-hidden className="size-4 max-lg:hidden" />
        </>
      }
    >
      <p className="px-3 pt-1.5 text-sm text-muted">{text("header.prices")}</p>
      <div className="m-1.5 flex rounded-md border border-border p-0.5">
        {[false, true].map((official) => (
          <button
            key={String(official)}
            type="button"
            aria-pressed={official === isOfficial}
            onClick={() => choose(official)}
            className={classNames(
              "h-10 grow rounded-[0.375rem] px-3 text-sm font-medium whitespace-nowrap",
              official === isOfficial ? "bg-accent text-on-accent" : "text-muted hover:text-text",
            )}
          >
            {text(official ? "header.prices.official" : "header.prices.all")}
          </button>
        ))}
      </div>
      <button type="button" aria-haspopup="dialog" onClick={openMyStores} className={menuItemStyle}>
        <ListChecks aria-hidden className="size-4.5 text-muted" />
        {text("header.prices.mine")}
      </button>
      <CountryPicker named className={`${menuItemStyle} figures`} />
      {failure && (
        <p role="alert" className="px-3 py-1.5 text-sm text-danger">
          {failure}
        </p>
      )}
    </Menu>
  );
}

/** Leaves key shops out of the stores that count, or takes them in again. */
function useChooseOfficial() {
  const text = useText();
  const call = useCall();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const { run, failure } = useAction(() => text("header.prices.failed"));
  const choose = (officialOnly: boolean) =>
    run(async () => {
      const { stores, activates = [] } = rememberedStores() ?? allStores;
      await chooseStores({ call, queryClient }, viewer, { stores, activates, officialOnly });
    });
  return { choose, failure };
}
