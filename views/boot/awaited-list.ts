/** Milliseconds after which the next page of a list counts as awaited: a quick one is there before. */
const PATIENCE = 300
/** After that long the navigation has been given up, and the list comes back. Milliseconds. */
const GIVEN_UP = 15_000

let timer = 0

/** Another page of the list has been asked for: empty boxes take its place when that takes its time (CARD-26). */
export function awaitPage(): void {
  clearTimeout(timer)
  timer = window.setTimeout(showBoxes, PATIENCE)
}

function showBoxes(): void {
  const list = document.querySelector<HTMLElement>('[data-list]')
  const template = document.querySelector<HTMLTemplateElement>('template[data-boxes]')
  const boxes = template?.content.firstElementChild?.cloneNode(true)
  if (!list || list.hidden || !(boxes instanceof HTMLElement)) return
  const bringBack = (): void => {
    clearTimeout(timer)
    boxes.remove()
    list.hidden = false
  }
  list.hidden = true
  list.before(boxes)
  scrollTo({ top: 0, behavior: 'instant' })
  timer = window.setTimeout(bringBack, GIVEN_UP)
  addEventListener('pageshow', bringBack, { once: true })
}

// A reader who comes back before the boxes were shown awaits nothing.
addEventListener('pageshow', () => clearTimeout(timer))
