/** Delay from a slot's definition to its close button (ADS-17). Milliseconds. */
const CLOSE_DELAY = 3000

const timers = new WeakMap<HTMLElement, number>()
const closed = new WeakSet<HTMLElement>()

export function isSticky(box: HTMLElement): boolean {
  return box.classList.contains('is-sticky')
}

/** Shows a sticky slot, with a close button after a delay (ADS-17). */
export function stick(box: HTMLElement): void {
  box.hidden = false
  timers.set(
    box,
    window.setTimeout(() => box.append(closeControl(box)), CLOSE_DELAY),
  )
}

export function unstick(box: HTMLElement): void {
  window.clearTimeout(timers.get(box))
  box.querySelector('.ad-close')?.remove()
  box.hidden = true
}

/** Whether the reader has closed it; it stays closed then. */
export function isClosed(box: HTMLElement): boolean {
  return closed.has(box)
}

function closeControl(box: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'ad-close'
  button.textContent = '×'
  button.setAttribute('aria-label', box.dataset.close ?? '')
  button.addEventListener('click', () => {
    closed.add(box)
    unstick(box)
  })
  return button
}
