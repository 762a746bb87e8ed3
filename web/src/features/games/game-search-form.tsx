import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useAddress } from "../../api/market.ts";
import { useOfficialOnly } from "../../api/my-stores.ts";
import { officialParameter } from "../../api/place.ts";
import { useText } from "../../api/texts.ts";
import { usePageSearch } from "../../page/page-search.ts";
import { GameSearchField } from "./suggest/game-search-field.tsx";
import { rememberSearch } from "./suggest/recent-searches.ts";

interface GameSearchFormProps {
  size?: "medium" | "large";
  /** That of the header; others belong to their page. */
  isSite?: boolean;
  className?: string;
}

/** A search box outside of the list: Enter opens the browse page, also without scripts. */
export function GameSearchForm({ size, isSite = false, className }: GameSearchFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const form = useRef<HTMLFormElement>(null);
  usePageSearch(form, !isSite);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers
    <form
      ref={form}
      role="search"
      action={useAddress()("/games")}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const search = typed.trim();
        rememberSearch(search);
        void navigate({ to: "/games", search: search ? { search } : {} });
      }}
    >
      <GameSearchField
        label={text("header.search")}
        placeholder={text("header.search")}
        clearLabel={text("browse.empty_box")}
        submitLabel={text("header.search_submit")}
        value={typed}
        onChange={setTyped}
        size={size}
      />
      <OfficialField />
    </form>
  );
}

/** Keeps the prices of official stores where a form is sent without scripts. */
export function OfficialField() {
  return useOfficialOnly() && <input type="hidden" {...officialParameter} />;
}
