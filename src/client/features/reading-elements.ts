/** What the script in the page (`reading-start.ts`) leaves to the module that it loads. */

/** The element that the script stands in. */
export interface Starter extends HTMLElement {
  /** What the reader clicked before the module was there. */
  clicked?: EventTarget | null
}

/** The line of an article that was revised. */
export interface RevisionLine extends HTMLElement {
  /** The copy of the article that the worker keeps. */
  keptCopy?: Promise<Response | undefined>
}
