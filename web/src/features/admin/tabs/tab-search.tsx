import { useTypedSearch } from "../../../page/use-typed-search.ts";
import { SearchField } from "../../../ui/search-field.tsx";

interface TabSearchProps {
  /** The label. */
  label: string;
  /** The search in the address. */
  applied: string;
  onSearch: (search: string) => void;
  className?: string;
}

/** The search box of a tab: searches after a pause in typing, and on Enter. */
export function TabSearch({ label, applied, onSearch, className }: TabSearchProps) {
  const search = useTypedSearch(applied, onSearch);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for some browsers
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        search.applyNow();
      }}
    >
      <SearchField
        label={label}
        placeholder={label}
        clearLabel="Clear the search"
        submitLabel="Search"
        value={search.typed}
        onChange={search.setTyped}
      />
    </form>
  );
}
