import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useText } from "../content-strings/texts.ts";
import { buttonStyle } from "../ui/button-style.ts";

/**
 * Switches between dark and light and keeps the choice. Both faces are in the page and the style sheet shows the right
 * one: the server cannot know which theme a visitor sees. The script in the head serves them.
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
