import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useText } from "../content-strings/texts.ts";
import { themeKey } from "../theme.ts";
import { buttonStyle } from "../ui/button-style.ts";

/**
 * Switches between dark and light and keeps the choice. Both faces are in the page and the style sheet shows the right
 * one: the server cannot know which theme a visitor sees.
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
      onClick={() => choose(theme)}
      className={buttonStyle("quiet", "icon", className)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

function choose(theme: "dark" | "light") {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // a browser that keeps nothing still shows the theme until it leaves the page
  }
}
