/** Pixels. */
const SWIPE = 48

/** Returns the focus to the last image (BLOCK-25). */
export function start(link: HTMLAnchorElement): void {
  const gallery = link.closest<HTMLElement>('[data-gallery]')
  const links = [...(gallery?.querySelectorAll<HTMLAnchorElement>('a[aria-label]') ?? [link])]
  const words = gallery?.dataset ?? {}
  const dialog = document.createElement('dialog')
  const figure = document.createElement('figure')
  const count = document.createElement('p')
  let place = links.indexOf(link)

  const show = (index: number): void => {
    place = (index + links.length) % links.length
    const { href, alt, caption } = contentOf(links[place] ?? link)
    const image = Object.assign(document.createElement('img'), { src: href, alt, draggable: false })
    dialog.setAttribute('aria-label', alt)
    figure.replaceChildren(image, ...(caption ? [caption.cloneNode(true)] : []))
    count.textContent = `${place + 1} / ${links.length}`
  }
  const step = (by: number) => (): void => show(place + by)
  const close = button('lightbox-close', words.close)
  const [onward, signs] = document.dir === 'rtl' ? ([-1, '›‹'] as const) : ([1, '‹›'] as const)
  const previous = button('lightbox-previous', words.previous, signs.charAt(0))
  const next = button('lightbox-next', words.next, signs.charAt(1))
  close.addEventListener('click', () => dialog.close())
  previous.addEventListener('click', step(-1))
  next.addEventListener('click', step(1))
  count.setAttribute('role', 'status')
  dialog.className = 'lightbox'
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    links[place]?.focus()
  })
  if (links.length > 1) {
    const keys: Record<string, () => void> = { ArrowLeft: step(-onward), ArrowRight: step(onward) }
    dialog.addEventListener('keydown', ({ key }) => keys[key]?.())
    onSwipe(figure, (by) => show(place + by * onward))
    dialog.append(close, count, figure, previous, next)
  } else dialog.append(close, figure)
  show(place)
  document.body.append(dialog)
  dialog.showModal()
}

function contentOf(link: HTMLAnchorElement) {
  return {
    href: link.href,
    alt: link.querySelector('img')?.alt ?? '',
    caption: link.parentElement?.querySelector('figcaption'),
  }
}

/** @param sign visible text, where it is not the name */
function button(className: string, name = '', sign?: string): HTMLButtonElement {
  const element = Object.assign(document.createElement('button'), { type: 'button', className })
  element.textContent = sign ?? name
  if (sign !== undefined) element.setAttribute('aria-label', name)
  return element
}

/** @param act gets 1 for a swipe to the left, else -1 */
function onSwipe(element: HTMLElement, act: (by: number) => void): void {
  let start: PointerEvent | undefined
  element.addEventListener('pointerdown', (event) => {
    // A second finger zooms.
    start = event.isPrimary && event.pointerType !== 'mouse' ? event : undefined
  })
  element.addEventListener('pointerup', (event) => {
    const across = start ? event.clientX - start.clientX : 0
    const down = start ? event.clientY - start.clientY : 0
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) act(across < 0 ? 1 : -1)
    start = undefined
  })
}
