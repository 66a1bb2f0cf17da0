/** Runs at once, or, in a document that is rendered in advance, when a reader sees it (NAV-2). TypeScript's types lack the property. */
export function whenShown(run: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', run, { once: true })
  } else run()
}
