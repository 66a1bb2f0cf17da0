import { createMemory, PLACES_KEY } from './memory.ts'

interface ResumeSettings {
  path: string
  article: HTMLElement
  anchor: HTMLElement
  words: () => Promise<Readonly<Record<string, string>>>
  /** The offer's style sheet has loaded. */
  styled: Promise<boolean>
}

/** Characters. */
const MIN_LENGTH = 20
const FIRST_PLACE = 2
const BELOW_HEADER = 80
/** Milliseconds without scrolling. */
const REST = 300

/** Offers the way back (AID-4) until the article's end. */
export function startResuming({ path, article, anchor, words, styled }: ResumeSettings): void {
  const body = article.querySelector<HTMLElement>('.article-body')
  if (!body) return
  const paragraphs = [...body.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement &&
      /^(?:P|H[2-6]|UL|OL|BLOCKQUOTE)$/.test(child.tagName) &&
      beginningOf(child).length >= MIN_LENGTH,
  )
  const known = places.get(path)
  const place = known === undefined ? undefined : paragraphs.find((paragraph) => beginningOf(paragraph) === known)
  // The browser or a link chose a place.
  const isThere = location.hash !== '' || scrollY > innerHeight / 2
  let offer = place && !isThere ? showOffer(place, { anchor, words, styled }, () => places.forget(path)) : undefined

  const note = (): void => {
    if (body.getBoundingClientRect().bottom < innerHeight) {
      offer?.remove()
      offer = undefined
      places.forget(path)
      return
    }
    const at = paragraphs.findIndex((paragraph) => paragraph.getBoundingClientRect().bottom > BELOW_HEADER)
    if (offer?.isConnected && place && at < paragraphs.indexOf(place)) return
    offer?.remove()
    const paragraph = paragraphs[at]
    if (paragraph && at >= FIRST_PLACE && beginningOf(paragraph) !== places.get(path))
      places.remember(path, beginningOf(paragraph))
  }
  let waiting: ReturnType<typeof setTimeout> | undefined
  const noteLater = (): void => {
    clearTimeout(waiting)
    waiting = setTimeout(note, REST)
  }
  addEventListener('scroll', noteLater, { passive: true })
  // The first scroll may have loaded this.
  if (scrollY > 0) noteLater()
}

function showOffer(
  place: HTMLElement,
  { anchor, words, styled }: Pick<ResumeSettings, 'anchor' | 'words' | 'styled'>,
  onRefused: () => void,
): HTMLElement {
  const offer = document.createElement('div')
  offer.className = 'resume'
  offer.hidden = true
  offer.setAttribute('role', 'status')
  const go = button('text-button', '')
  go.addEventListener('click', () => {
    offer.remove()
    place.style.scrollMarginTop = `${BELOW_HEADER}px`
    place.scrollIntoView({ behavior: 'instant', block: 'start' })
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  })
  const hide = button('icon-button', '×')
  hide.addEventListener('click', () => {
    offer.remove()
    onRefused()
  })
  anchor.after(offer)
  void Promise.all([words(), styled]).then(([texts, isStyled]) => {
    // A lasting offer would keep places from being recorded.
    if (!texts.resume || !isStyled) offer.remove()
    if (!offer.isConnected) return
    go.textContent = texts.resume ?? ''
    hide.setAttribute('aria-label', texts.hide ?? '')
    offer.hidden = false
    // Screen readers announce additions to an existing region.
    requestAnimationFrame(() => offer.append(go, hide))
  })
  return offer
}

function button(className: string, text: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { type: 'button', className, textContent: text })
}

const places = createMemory(PLACES_KEY, 50, (value) => typeof value === 'string')
/** Characters that identify a paragraph. */
const PREFIX = 60

function beginningOf(paragraph: Element): string {
  return (paragraph.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, PREFIX)
}
