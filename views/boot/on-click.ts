/** Calls back for clicks on what matches, now or later in the document; a click that asks for a new tab stays what it is. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0)
    if (element && isPlain && !event.defaultPrevented) act(element, event)
  })
}
