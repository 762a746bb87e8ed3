import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useText } from "./content-strings/texts.ts";

/** How often a visitor can try again before the screen offers other ways out (storefront.md section 9). */
const retryLimit = 3;

/** Tries at the current address. Outside the component, which every failure mounts anew. */
let tries = { href: "", count: 0 };

/** What stands where a page failed: up to three retries, then refresh or go home (storefront.md section 8). */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const text = useText();
  const router = useRouter();
  const { href } = router.state.location;
  const count = tries.href === href ? tries.count : 0;

  useEffect(() => console.error(error), [error]);

  const retry = () => {
    tries = { href, count: count + 1 };
    router.invalidate();
  };
  return (
    <main
      className="mx-auto grid min-h-[60vh] max-w-lg content-center justify-items-center gap-4 px-4 text-center"
      role="alert"
    >
      <h1 className="text-2xl font-semibold">{text("status.error_title")}</h1>
      <p>{text("status.error_text")}</p>
      {count < retryLimit ? (
        <button type="button" className="underline" onClick={retry}>
          {text("status.error_retry")}
        </button>
      ) : (
        <div className="flex gap-6">
          <button type="button" className="underline" onClick={() => location.reload()}>
            {text("status.error_refresh")}
          </button>
          <a href="/" className="underline">
            {text("status.go_home")}
          </a>
        </div>
      )}
    </main>
  );
}
