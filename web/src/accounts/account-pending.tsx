import { NeedsScript } from "../needs-script.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AccountCard } from "./account-card.tsx";

/** Holds the place of a form until the browser's scripts are there. */
export function FormPending({ title }: { title: string }) {
  return (
    <AccountCard title={title}>
      <NeedsScript />
      <div className="needs-script grid gap-5">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-11" />
      </div>
    </AccountCard>
  );
}
