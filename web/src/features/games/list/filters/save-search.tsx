import { officialWord } from "contract/my-stores/rules.ts";
import BellPlus from "lucide-static/icons/bell-plus.svg?react";
import { lazy, Suspense, useEffect, useState } from "react";
import { requestedStores } from "../../../../api/my-stores.ts";
import { writeAddressSearch } from "../../../../page/address-search.ts";
import { ActionLink } from "../../../../page/links.tsx";
import { readFilters } from "../list-filters.ts";
import { useFinderText } from "./finder-text.ts";
import { useFilterLabels } from "./use-filter-labels.ts";
import { useFinder } from "./use-finder.ts";

const SaveSearchDialog = lazy(() => import("../../../alerts/save-search-dialog.tsx"));

/** The fragment of an address that opens the dialog. */
const hash = "save-search";

/** Makes a rule of the search and the filters, if there are any. */
export function SaveSearch() {
  const text = useFinderText();
  const { listed } = useFinder();
  const labels = useFilterLabels()(listed);
  const [isOpen, setOpen] = useState(false);
  // after a sign-in that the button led to
  useEffect(() => {
    if (location.hash === `#${hash}`) setOpen(true);
  }, []);
  const { official, ...filters } = readFilters(listed);
  const query = writeAddressSearch({ search: listed.search || undefined, ...filters }).slice(1);
  if (query === "") return null;
  const name = [listed.search, ...labels.filter((label) => label.name !== "official").map(({ label }) => label)];
  const close = () => {
    setOpen(false);
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname + location.search);
  };
  return (
    <>
      {/* before it is hydrated, the fragment opens the dialog later */}
      <ActionLink
        href={`#${hash}`}
        rel="nofollow"
        aria-haspopup="dialog"
        onActivate={() => setOpen(true)}
        className={
          "needs-script flex min-h-8 items-center gap-1.5 rounded-full px-2 text-sm font-medium text-accent-text " +
          "hover:underline"
        }
      >
        <BellPlus aria-hidden className="size-4" />
        {text("finder.save")}
      </ActionLink>
      {isOpen && (
        <Suspense>
          <SaveSearchDialog
            query={query}
            name={name.filter(Boolean).join(" · ")}
            scope={official === "true" ? "official" : scopeOf(requestedStores())}
            path={`/games?${query}${official === "true" ? "&official=true" : ""}`}
            hash={hash}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

/** Which stores count, by the stores whose prices the visitor sees. */
const scopeOf = (stores: string | undefined) =>
  stores === undefined ? "all" : stores === officialWord ? "official" : "mine";
