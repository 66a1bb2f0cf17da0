/** Handles clicks on matching elements, present or future; a click that opens a new tab keeps its default action. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0)
    if (element && isPlain && !event.defaultPrevented) act(element, event)
  })
}
