import { Link } from "@tanstack/react-router";
import House from "lucide-react/icons/house";
import type { ReactNode } from "react";
import { BrandLink } from "../layouts/brand-link.tsx";
import { SampleNotice } from "../layouts/sample-notice.tsx";
import { ThemeSwitch } from "../layouts/theme-switch.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { useAccountText } from "./account-text.ts";

/** Around the screens of signing in, which stand outside the main layout: the product's name and the way home. */
export function AccountLayout({ children }: { children: ReactNode }) {
  const text = useAccountText();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-width flex h-15 items-center justify-between md:h-16">
        <BrandLink />
        <div className="flex items-center gap-1">
          <Link to="/" className={buttonStyle("quiet", "medium", "max-sm:px-2.5")}>
            <House aria-hidden className="size-4" />
            {text("account.back_home")}
          </Link>
          <ThemeSwitch />
        </div>
      </header>
      <SampleNotice />
      <main className="flex grow flex-col justify-center pb-[8vh]">{children}</main>
    </div>
  );
}
