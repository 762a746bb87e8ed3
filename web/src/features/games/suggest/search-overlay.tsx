import { useNavigate } from "@tanstack/react-router";
import { suggestTexts } from "contract/content-strings/defaults/suggest.ts";
import History from "lucide-static/icons/history.svg?react";
import X from "lucide-static/icons/x.svg?react";
import { useState } from "react";
import { useTextOf } from "../../../api/texts.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { useModal } from "../../../ui/dialog.tsx";
import { GameSearchField } from "./game-search-field.tsx";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";

/** The search on a whole screen, where the header has no room for a field: recent searches, then suggestions. */
export default function SearchOverlay({ onClose }: { onClose: () => void }) {
  const text = useTextOf(suggestTexts);
  const navigate = useNavigate();
  const modal = useModal(onClose);
  const [typed, setTyped] = useState("");
  const [recent, setRecent] = useState(recentSearches);
  const open = (search: string) => {
    rememberSearch(search);
    onClose();
    void navigate({ to: "/games", search: search === "" ? {} : { search } });
  };
  return (
    <dialog
      {...modal}
      aria-label={text("header.search")}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-surface text-text open:flex"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys of the links arrive here as clicks */}
      <form
        role="search"
        className="flex min-h-0 grow flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          open(typed.trim());
        }}
        // a suggestion leads to its page
        onClick={(event) => {
          if ((event.target as HTMLElement).closest("a")) onClose();
        }}
      >
        <div className="flex items-center gap-1 border-b border-border py-2 pe-1 ps-3">
          <GameSearchField
            label={text("header.search")}
            placeholder={text("header.search")}
            clearLabel={text("browse.empty_box")}
            value={typed}
            onChange={setTyped}
            className="min-w-0 grow"
            fillsScreen
          />
          <button
            type="button"
            aria-label={text("suggest.close")}
            onClick={onClose}
            className={buttonStyle("quiet", "icon")}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        {typed.trim() === "" && (
          <div className="overflow-y-auto p-3">
            {recent.length > 0 ? (
              <>
                <div className="flex items-center justify-between">
                  <h2 className="text-sm font-medium text-muted">{text("suggest.recent")}</h2>
                  <Button
                    kind="quiet"
                    size="small"
                    onClick={() => {
                      forgetSearches();
                      setRecent([]);
                    }}
                  >
                    {text("suggest.forget")}
                  </Button>
                </div>
                <ul>
                  {recent.map((search) => (
                    <li key={search}>
                      <button
                        type="button"
                        onClick={() => open(search)}
                        className="flex min-h-14 w-full items-center gap-3 rounded-md px-1 text-start hover:bg-sunken"
                      >
                        <History aria-hidden className="size-4.5 shrink-0 text-muted" />
                        <span className="min-w-0 truncate">{search}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              <p className="text-sm text-muted">{text("suggest.hint")}</p>
            )}
          </div>
        )}
      </form>
    </dialog>
  );
}
