import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCountry } from "../../api/market.ts";
import { marketPath } from "../../api/market-address.ts";
import { useText } from "../../api/texts.ts";
import { GameSearchField } from "./suggest/game-search-field.tsx";

/** A search box outside of the list: Enter opens the browse page, also without scripts. */
export function GameSearchForm({ size, className }: { size?: "medium" | "large"; className?: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers
    <form
      role="search"
      action={marketPath("/games", useCountry())}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const search = typed.trim();
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
    </form>
  );
}
