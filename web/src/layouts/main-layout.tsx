import { type ReactNode, Suspense } from "react";
import { useText } from "../api/texts.ts";
import { MyStoresLine, MyStoresProvider } from "../features/my-stores/my-stores.tsx";
import { laterPart } from "../page/later-part.tsx";
import { SampleNotice } from "../page/sample-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SiteHeader } from "./site-header.tsx";

/** The layout of all pages but sign-in and administration (spec/storefront 2.1). */
export function MainLayout({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <MyStoresProvider>
      <div className="above-bottom-bar flex min-h-dvh flex-col">
        <a
          href="#content"
          className={
            "absolute top-2 start-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-2 font-semibold " +
            "text-on-accent focus:translate-y-0"
          }
        >
          {text("header.skip")}
        </a>
        <SiteHeader />
        <SampleNotice />
        <div id="my-stores">
          <MyStoresLine />
        </div>
        <main id="content" tabIndex={-1} className="min-h-dvh grow outline-none">
          {/* the placeholder of a page comes with its code */}
          <Suspense fallback={<PagePending />}>{children}</Suspense>
        </main>
        <LaterFooter />
      </div>
    </MyStoresProvider>
  );
}

function PagePending() {
  return (
    <div aria-busy className="page-width grid gap-5 py-6">
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-80" />
    </div>
  );
}

// below the fold of every page
const load = () => import("./site-footer.tsx");
const LaterFooter = laterPart(import.meta.env.SSR ? (await load()).default : null, load);
