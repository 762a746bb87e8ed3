import { Button } from "../../../../ui/button.tsx";
import { listForm } from "../list-form.ts";
import { useFinderText } from "./finder-text.ts";
import { FilterFields } from "./sections/filter-fields.tsx";

/** The filters beside the list. Without scripts they are below the search on phones, and a button sends them. */
export function FilterPanel() {
  const text = useFinderText();
  return (
    <aside
      aria-label={text("finder.title")}
      className={
        "max-lg:hidden noscript:block lg:sticky lg:top-20 lg:col-start-1 lg:row-span-3 lg:row-start-1 " +
        "lg:-me-3 lg:-ms-1 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:overscroll-contain lg:pe-3 lg:ps-1"
      }
    >
      <FilterFields />
      <Button type="submit" form={listForm} kind="primary" className="hidden my-4 w-full noscript:inline-flex">
        {text("finder.apply")}
      </Button>
    </aside>
  );
}
