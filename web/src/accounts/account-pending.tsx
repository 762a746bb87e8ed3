import { Skeleton } from "../ui/skeleton.tsx";
import { AccountCard } from "./account-card.tsx";
import { AccountLayout } from "./account-layout.tsx";

/** Holds the place of a form until the browser's scripts are there. */
export function FormPending({ title }: { title: string }) {
  return (
    <AccountCard title={title}>
      <div className="grid gap-5">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-11" />
      </div>
    </AccountCard>
  );
}

/** The same for the screens outside the main layout. */
export function AccountPending({ title }: { title: string }) {
  return (
    <AccountLayout>
      <FormPending title={title} />
    </AccountLayout>
  );
}
