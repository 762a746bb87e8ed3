import { lazy, Suspense, useState } from "react";
import { useText } from "../../api/texts.ts";

const MyStoresDialog = lazy(() => import("./my-stores-dialog.tsx"));

/** Opens the choice of stores. */
export function MyStoresButton({ className }: { className: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        {text("footer.my_stores")}
      </button>
      {open && (
        <Suspense>
          <MyStoresDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
