import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import { isAllStores, withoutUnknown } from "contract/my-stores/rules.ts";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { lateHooks } from "../../api/late-hooks.ts";
import { useStores } from "../../api/stores.ts";
import { useTextOf } from "../../api/texts.ts";
import { LessElsewhere } from "./less-elsewhere.tsx";
import { MyStoresLine } from "./my-stores-line.tsx";
import { type RememberedStores, rememberStores, useRememberedStores } from "./remembered-stores.ts";
import { requestedPrices, withRequestedPrices } from "./requested-prices.ts";
import { refreshPrices } from "./store-changes.ts";
import { useProfileStores } from "./use-profile-stores.ts";
import { waitForElement } from "./wait-for-element.ts";

const MyStoresDialog = lazy(() => import("./my-stores-dialog.tsx"));

lateHooks.Hint = LessElsewhere;
lateHooks.queryOf = withRequestedPrices;

/**
 * The choice of stores: opened from the footer, and for who has chosen some a line above the page. Used once, around
 * all pages.
 */
export default function MyStores() {
  const text = useTextOf(myStoresTexts);
  const remembered = useRememberedStores();
  const [open, setOpen] = useState(false);
  const isNew = useProfileStores();
  useKnownStores(remembered);
  useRefresh(remembered);
  const line = usePlace("#my-stores[data-hydrated]");
  const links = usePlace("footer ul[data-hydrated]");
  return (
    <>
      {line &&
        remembered &&
        !isAllStores(remembered) &&
        createPortal(<MyStoresLine remembered={remembered} isNew={isNew} onChange={() => setOpen(true)} />, line)}
      {links &&
        createPortal(
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              className="inline-flex min-h-9 items-center text-muted hover:text-text hover:underline"
            >
              {text("my_stores.open")}
            </button>
          </li>,
          links,
        )}
      {open && (
        <Suspense>
          <MyStoresDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The element of the layout for the line, or the links of its footer; other layouts have neither. The selector matches
 * hydrated elements only: rendering into the server's HTML would break its hydration.
 */
function usePlace(selector: string): Element | null {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [place, setPlace] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another layout
  useEffect(() => {
    let isCurrent = true;
    void waitForElement(selector).then((element) => isCurrent && setPlace(element));
    return () => {
      isCurrent = false;
    };
  }, [selector, path]);
  return place;
}

/** Forgets stores that the site has no longer: calls that name one are refused. */
function useKnownStores(remembered: RememberedStores | null): void {
  const { stores: enabled } = useStores();
  useEffect(() => {
    if (!remembered) return;
    const known = withoutUnknown(remembered, enabled);
    if (known.stores.length < remembered.stores.length) rememberStores({ ...remembered, ...known });
  }, [remembered, enabled]);
}

/** Refetches prices when they are to be those of other stores: pages from the server have those of all. */
function useRefresh(remembered: RememberedStores | null): void {
  const queryClient = useQueryClient();
  const shown = useRef<string>(undefined);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requested prices change with the remembered stores
  useEffect(() => {
    const requested = requestedPrices();
    if (requested !== shown.current) refreshPrices(queryClient, { keepUnused: isFirst.current });
    shown.current = requested;
    isFirst.current = false;
  }, [queryClient, remembered]);
}
