import { hasBlanks, type LegalTextKey, legalTexts } from "contract/content-strings/defaults/legal.ts";
import { useTextOf } from "../../api/texts.ts";

/** The terms or the privacy policy, section by section; those that the operator has not filled in are left out. */
export function LegalPage({ page }: { page: "terms" | "privacy" }) {
  const text = useTextOf(legalTexts);
  return (
    <article className="page-width py-6 sm:py-10">
      <div className="mx-auto max-w-prose">
        <h1 className="text-xl sm:text-2xl">{text(`${page}.title`)}</h1>
        <p className="mt-3 text-md text-muted">{text(`${page}.intro`)}</p>
        {sectionsOf(page)
          .filter((section) => !hasBlanks(text(`${section}_text`)))
          .map((section) => (
            <section key={section} aria-labelledby={section} className="mt-8">
              <h2 id={section} className="text-lg">
                {text(`${section}_title`)}
              </h2>
              <p className="mt-2 whitespace-pre-line">{text(`${section}_text`)}</p>
            </section>
          ))}
      </div>
    </article>
  );
}

type SectionOf<Key> = Key extends `${infer Section}_title` ? Section : never;

/** A section such as `terms.prices`: the common part of its two text keys. */
type LegalSection = SectionOf<LegalTextKey>;

/** The sections of a page in the order of the shipped texts. */
export function sectionsOf(page: "terms" | "privacy"): LegalSection[] {
  return Object.keys(legalTexts)
    .filter((key) => key.startsWith(`${page}.`) && key.endsWith("_title"))
    .map((key) => key.slice(0, -"_title".length) as LegalSection);
}
