import Moon from "lucide-static/icons/moon.svg?react";
import Sun from "lucide-static/icons/sun.svg?react";
import { useText } from "../api/texts.ts";
import { buttonStyle } from "../ui/button-style.ts";

/**
 * Switches between dark and light and stores the choice. The page has both buttons and CSS shows one: the server does
 * not know the theme. The head script handles the clicks.
 */
export function ThemeSwitch() {
  return (
    <>
      <SwitchTo theme="light" className="only-dark" />
      <SwitchTo theme="dark" className="only-light" />
    </>
  );
}

function SwitchTo({ theme, className }: { theme: "dark" | "light"; className: string }) {
  const text = useText();
  const Icon = theme === "dark" ? Moon : Sun;
  const label = text(`header.theme.${theme}`);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-theme={theme}
      className={buttonStyle("quiet", "icon", `needs-script ${className}`)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
