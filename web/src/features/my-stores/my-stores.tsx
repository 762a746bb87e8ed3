import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { defaultTexts } from "contract/content-strings/defaults/every-page.ts";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import type { Language } from "contract/languages/language.ts";
import { isAllStores, type MyStores, officialWord, withoutUnknown } from "contract/my-stores/rules.ts";
import { launcherName } from "contract/prices/launchers.ts";
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useEffect, useRef, useState } from "react";
import { withoutBase } from "../../api/base-path.ts";
import { isOfficialOnly, nameOfficial, requestedStores, useOfficialOnly } from "../../api/my-stores.ts";
import { isMarketPage, isOfficialAddress } from "../../api/place.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useStores } from "../../api/stores.ts";
import { type ReadText, useLanguage, useTextOf } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import {
  chooseStores,
  profileStoresQuery,
  type RememberedStores,
  refreshPrices,
  rememberedStores,
  rememberStores,
  useRememberedStores,
} from "./store-choice.ts";

const MyStoresDialog = lazy(() => import("./my-stores-dialog.tsx"));

const OpenContext = createContext<() => void>(() => {});

/** Opens the choice of stores. */
export function useOpenMyStores(): () => void {
  return use(OpenContext);
}

/** Around all pages with prices: keeps the choice of stores and the prices on the page in step, and holds its dialog. */
export function MyStoresProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  useProfileStores();
  useKnownStores();
  useRefresh();
  return (
    <OpenContext value={useCallback(() => setOpen(true), [])}>
      {children}
      {open && (
        <Suspense>
          <MyStoresDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </OpenContext>
  );
}

/** The choice in the profile: `null` = none; `undefined` until it is known, and for anonymous visitors. */
function useInProfile() {
  const viewer = useViewer();
  const userId = viewer && viewer !== "unknown" ? viewer.id : undefined;
  const { data: inProfile } = useQuery({
    ...profileStoresQuery(useCall(), userId ?? 0),
    enabled: userId !== undefined,
  });
  return { viewer, userId, inProfile: userId === undefined ? undefined : inProfile };
}

/** Overrides the choice in this browser with that of the profile, and removes it at sign-out. */
function useProfileStores(): void {
  const { viewer, userId, inProfile } = useInProfile();
  useEffect(() => {
    const stored = rememberedStores();
    if (viewer === null && stored?.user !== undefined) rememberStores(null);
    if (userId === undefined || inProfile === undefined) return;
    const isOwn = stored?.user === userId;
    if (inProfile) rememberStores({ ...inProfile, user: userId, ...(isOwn && { paused: stored?.paused ?? false }) });
    else if (stored?.user !== undefined) rememberStores(null);
  }, [viewer, userId, inProfile]);
}

/** Forgets stores that the site has no longer: calls that name one are refused. */
function useKnownStores(): void {
  const remembered = useRememberedStores();
  const { stores: enabled } = useStores();
  useEffect(() => {
    if (!remembered) return;
    const known = withoutUnknown(remembered, enabled);
    if (known.stores.length < remembered.stores.length) rememberStores({ ...remembered, ...known });
  }, [remembered, enabled]);
}

/**
 * Refetches prices when they are to be those of other stores: pages from the server have those of all, or of official
 * ones where the address names these.
 */
function useRefresh(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const remembered = useRememberedStores();
  const isOfficial = useOfficialOnly();
  const isHydrating = useViewer() === "unknown";
  const shown = useRef(router.options.context.place.official ? officialWord : undefined);
  const opened = useRef(router.latestLocation.href);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requested prices change with the remembered stores
  useEffect(() => {
    // the choice may belong to a user who has signed out
    if (isHydrating) return;
    const requested = requestedStores();
    // on the page from the server, parts that hydrate late still need its prices
    const keepUnused = router.latestLocation.href === opened.current;
    if (requested !== shown.current) refreshPrices(queryClient, { keepUnused });
    shown.current = requested;
    // the address says whose prices the page shows
    const isNamed = isOfficialAddress({
      pathname: withoutBase(location.pathname),
      searchParams: new URLSearchParams(location.search),
    });
    if (isNamed !== (isOfficialOnly() && isMarketPage(router.latestLocation.pathname))) {
      const { publicHref } = router.buildLocation({ to: ".", search: true, hash: true });
      // the router would see no difference
      router.history.replace(publicHref, router.latestLocation.state);
    }
  }, [queryClient, router, remembered, isOfficial, isHydrating]);
}

const actionStyle = "inline-flex min-h-9 items-center text-accent-text hover:underline";

/** For visitors who have chosen stores: names those whose prices the page shows, and switches to all and back. */
export function MyStoresLine() {
  const language = useLanguage();
  const text = useTextOf(myStoresTexts);
  const open = useOpenMyStores();
  const remembered = useRememberedStores();
  const { inProfile } = useInProfile();
  const { stores: enabled, storeOf } = useStores();
  if (!remembered || isAllStores(remembered)) return null;
  const { paused = false } = remembered;
  const existing = withoutUnknown(remembered, enabled);
  return (
    <div className="border-b border-border bg-raised">
      <div className="page-width flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
        <p role="status" className="text-muted">
          {paused ? text("my_stores.line_all") : lineOf(existing, text, (key) => storeOf(key).name, language)}
        </p>
        <button
          type="button"
          className={actionStyle}
          onClick={() => {
            nameOfficial(false);
            rememberStores({ ...remembered, paused: !paused });
          }}
        >
          {text(paused ? "my_stores.show_mine" : "my_stores.show_all")}
        </button>
        <button type="button" aria-haspopup="dialog" className={actionStyle} onClick={open}>
          {text("my_stores.change")}
        </button>
      </div>
      {inProfile === null && remembered.user === undefined && <KeepInProfile chosen={remembered} />}
    </div>
  );
}

function lineOf(
  { activates = [], ...chosen }: MyStores,
  text: ReadText<typeof myStoresTexts & typeof defaultTexts>,
  nameOf: (key: string) => string,
  language: Language,
): string {
  const line = isAllStores(chosen) ? text("my_stores.line_all") : storesLine(chosen, text, nameOf);
  if (activates.length === 0) return line;
  const launchers = language.list(activates.map((launcher) => launcherName(launcher, text("launcher.drm_free"))));
  return text("my_stores.line_activates", { line, launchers });
}

function storesLine(
  { stores, officialOnly }: MyStores,
  text: ReadText<typeof myStoresTexts & typeof defaultTexts>,
  nameOf: (key: string) => string,
): string {
  const count = stores.length;
  if (count === 0) return text("my_stores.line_official");
  if (officialOnly && count > 1) return text("my_stores.line_some_official", { count });
  return count === 1
    ? text("my_stores.line_store", { store: nameOf(stores[0]!) })
    : text("my_stores.line_some", { count });
}

/** Offers to save the browser's choice in a profile that has none. */
function KeepInProfile({ chosen }: { chosen: RememberedStores }) {
  const text = useTextOf(myStoresTexts);
  const call = useCall();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  return (
    <aside
      aria-label={text("my_stores.offer_label")}
      className="page-width flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-2 text-sm"
    >
      {text("my_stores.offer")}
      <span className="flex gap-2">
        <Button
          kind="primary"
          size="small"
          onClick={() => {
            setDismissed(true);
            chooseStores({ call, queryClient }, viewer, chosen).catch(() => setDismissed(false));
          }}
        >
          {text("my_stores.offer_yes")}
        </Button>
        <Button kind="quiet" size="small" onClick={() => setDismissed(true)}>
          {text("my_stores.offer_no")}
        </Button>
      </span>
    </aside>
  );
}
