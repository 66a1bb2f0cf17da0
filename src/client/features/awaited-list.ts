/** Milliseconds. */
const PATIENCE = 300
const GIVEN_UP = 15_000

let timer = 0

/** Shows boxes in place of a slow list (CARD-25). */
export function start(): void {
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

addEventListener('pageshow', () => clearTimeout(timer))
