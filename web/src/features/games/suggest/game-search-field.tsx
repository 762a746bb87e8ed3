import { type ComponentProps, useId, useRef, useState } from "react";
import { useLater } from "../../../page/later-part.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import type { SuggestionKeys, SuggestionsProps } from "./suggestions.tsx";

const load = () => import("./suggestions.tsx");

/**
 * A search field that suggests games while the visitor types: a combobox whose list is loaded when the field is first
 * used. Without scripts it is a plain form field.
 */
export function GameSearchField({
  fillsScreen = false,
  ...props
}: Omit<ComponentProps<typeof SearchField>, "input" | "children"> & {
  /** Whether it is alone on the screen: it takes the focus, and its list the rest of the screen. */
  fillsScreen?: boolean;
}) {
  const { value, onChange, size } = props;
  const listId = useId();
  const area = useRef<HTMLDivElement>(null);
  const keys = useRef<SuggestionKeys>(null);
  const [used, setUsed] = useState(fillsScreen);
  const [open, setOpen] = useState(false);
  const [list, setList] = useState<{ shown: boolean; active?: string | undefined }>({ shown: false });
  const Suggestions = useLater<SuggestionsProps>(load, used);
  return (
    <SearchField
      {...props}
      onChange={(typed) => {
        onChange(typed);
        setUsed(true);
        // a browser may fill the field when it goes back to a page
        setOpen(fillsScreen || area.current?.contains(document.activeElement) === true);
      }}
      area={area}
      input={{
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": list.shown,
        "aria-controls": list.shown ? listId : undefined,
        "aria-activedescendant": list.active,
        onFocus: () => setUsed(true),
        onBlur: () => setOpen(fillsScreen),
        onKeyDown: (event) => keys.current?.onKeyDown(event),
      }}
    >
      {Suggestions && (
        <Suggestions
          ref={keys}
          id={listId}
          typed={value}
          open={open}
          onOpenChange={setOpen}
          onListChange={setList}
          shape={fillsScreen ? "screen" : size === "large" ? "field" : "wide"}
        />
      )}
    </SearchField>
  );
}
