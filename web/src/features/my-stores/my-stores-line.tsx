import { useQueryClient } from "@tanstack/react-query";
import { myStoresTexts } from "contract/content-strings/defaults/my-stores.ts";
import { isAllStores, withoutUnknown } from "contract/my-stores/rules.ts";
import { useEffect, useRef, useState } from "react";
import { askedPrices } from "../../api/asked-prices.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useStores } from "../../api/stores.ts";
import { type ReadText, useTextOf } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import MyStoresDialog from "./my-stores-dialog.tsx";
import { type RememberedStores, rememberStores, useRememberedStores } from "./remembered-stores.ts";
import { chooseStores, refreshPrices } from "./store-changes.ts";
import { useProfileStores } from "./use-profile-stores.ts";

const actionStyle = "inline-flex min-h-9 items-center text-accent-text hover:underline";

/** Says whose prices the page shows, for who has chosen stores, and switches to those of all stores and back. */
export default function MyStoresLine() {
  const text = useTextOf(myStoresTexts);
  const { stores: enabled, storeOf } = useStores();
  const remembered = useRememberedStores();
  const [open, setOpen] = useState(false);
  const isNew = useProfileStores();
  useKnownStores(remembered);
  useRefresh(remembered);
  if (!remembered || isAllStores(remembered)) return null;
  const { paused = false } = remembered;
  const known = withoutUnknown(remembered, enabled);
  return (
    <div className="border-b border-border bg-raised">
      <div className="page-width flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
        <p role="status" className="text-muted">
          {paused ? text("my_stores.line_all") : lineOf(known, text, (key) => storeOf(key).name)}
        </p>
        <button
          type="button"
          className={actionStyle}
          onClick={() => rememberStores({ ...remembered, paused: !paused })}
        >
          {text(paused ? "my_stores.show_mine" : "my_stores.show_all")}
        </button>
        <button type="button" aria-haspopup="dialog" className={actionStyle} onClick={() => setOpen(true)}>
          {text("my_stores.change")}
        </button>
      </div>
      {isNew && <KeepInProfile chosen={remembered} />}
      {open && <MyStoresDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

export function lineOf(
  { stores, officialOnly }: Pick<RememberedStores, "stores" | "officialOnly">,
  text: ReadText<typeof myStoresTexts>,
  nameOf: (key: string) => string,
): string {
  const count = stores.length;
  if (count === 0) return text("my_stores.line_official");
  if (officialOnly && count > 1) return text("my_stores.line_some_official", { count });
  return count === 1
    ? text("my_stores.line_one", { store: nameOf(stores[0]!) })
    : text("my_stores.line_some", { count });
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

/** Reads prices again when they are to be those of other stores: pages from the server have those of all. */
function useRefresh(remembered: RememberedStores | null): void {
  const queryClient = useQueryClient();
  const shown = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for changes with what is remembered
  useEffect(() => {
    const asked = askedPrices();
    if (asked === shown.current) return;
    shown.current = asked;
    refreshPrices(queryClient);
  }, [queryClient, remembered]);
}

/** Offers to take the browser's choice into a profile that has none. */
function KeepInProfile({ chosen }: { chosen: RememberedStores }) {
  const text = useTextOf(myStoresTexts);
  const call = useCall();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const [answered, setAnswered] = useState(false);
  if (answered) return null;
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
            setAnswered(true);
            chooseStores({ call, queryClient }, viewer, chosen).catch(() => setAnswered(false));
          }}
        >
          {text("my_stores.offer_yes")}
        </Button>
        <Button kind="quiet" size="small" onClick={() => setAnswered(true)}>
          {text("my_stores.offer_no")}
        </Button>
      </span>
    </aside>
  );
}
