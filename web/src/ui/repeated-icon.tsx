import ChevronDown from "lucide-static/icons/chevron-down.svg?react";
import Heart from "lucide-static/icons/heart.svg?react";
import Package from "lucide-static/icons/package.svg?react";
import Star from "lucide-static/icons/star.svg?react";
import Users from "lucide-static/icons/users.svg?react";
import { classNames } from "./class-names.ts";

/** Icons that lists repeat dozens of times. */
const drawings = { "chevron-down": ChevronDown, heart: Heart, package: Package, star: Star, users: Users };

/** An icon that is drawn once per page, by `IconDrawings`, and shown wherever it is used. */
export function RepeatedIcon({ name, className }: { name: keyof typeof drawings; className: string }) {
  return (
    <svg aria-hidden="true" className={classNames("repeated-icon", className)}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** The drawings of repeated icons, once per document. */
export function IconDrawings() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(drawings).map(([name, Drawing]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          {/* filled like the place that shows it */}
          <Drawing fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}
