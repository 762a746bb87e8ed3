import { useQuery } from "@tanstack/react-query";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import { allStores, isAllStores } from "contract/my-stores/rules.ts";
import { launcherName } from "contract/prices/launchers.ts";
import { lazy, Suspense, useState } from "react";
import { useCall } from "../../api/session.ts";
import { useTextOf } from "../../api/texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { profileStoresQuery } from "./store-choice.ts";

const MyStoresDialog = lazy(() => import("./my-stores-dialog.tsx"));

/** The choice of stores in the profile. */
export function MyStoresSection({ userId }: { userId: number }) {
  const text = useTextOf(myStoresTexts);
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(profileStoresQuery(useCall(), userId));
  const chosen = data ?? allStores;
  return (
    <section aria-labelledby="my-stores-title" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="my-stores-title" className="text-lg">
        {text("my_stores.title")}
      </h2>
      {error ? (
        <div role="alert" className="mt-3 grid justify-items-start gap-3 text-sm">
          {text("my_stores.load_failed")}
          <Button size="small" onClick={() => refetch()}>
            {text("status.retry")}
          </Button>
        </div>
      ) : data === undefined ? (
        <Skeleton className="mt-3 h-16" />
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">
            {text(isAllStores(chosen) ? "my_stores.profile_all" : "my_stores.profile_text")}
          </p>
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 empty:hidden">
            {chosen.officialOnly && (
              <li>
                <Badge tone="accent">{text("my_stores.official")}</Badge>
              </li>
            )}
            {chosen.activates?.map((launcher) => (
              <li key={launcher}>
                <Badge tone="accent">{launcherName(launcher, text("launcher.drm_free"))}</Badge>
              </li>
            ))}
            {chosen.stores.map((key) => (
              <li key={key}>
                <StoreName store={key} />
              </li>
            ))}
          </ul>
          <Button size="small" className="mt-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {text("my_stores.change")}
          </Button>
        </>
      )}
      {open && (
        <Suspense>
          <MyStoresDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
