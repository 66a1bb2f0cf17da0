/** Opens a gallery's pictures in a dialog. Without a script they are links to the pictures. */
export function startGalleries(): void {
  for (const gallery of document.querySelectorAll<HTMLElement>('[data-gallery]')) {
    gallery.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !gallery.contains(link) || !link.querySelector('img') || isModified(event)) return
      event.preventDefault()
      openPicture(link, gallery.dataset.close ?? '')
    })
  }
}

/** A click that asks for a new tab or window stays what it is. */
function isModified(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0
}

function openPicture(link: HTMLAnchorElement, closeLabel: string): void {
  const thumbnail = link.querySelector('img')
  const dialog = document.createElement('dialog')
  const figure = document.createElement('figure')
  const image = document.createElement('img')
  const caption = link.parentElement?.querySelector('figcaption')
  const close = document.createElement('button')
  dialog.className = 'lightbox'
  dialog.setAttribute('aria-label', thumbnail?.alt ?? '')
  image.src = link.href
  image.alt = thumbnail?.alt ?? ''
  close.className = 'lightbox-close'
  close.type = 'button'
  close.textContent = closeLabel
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  figure.append(image, ...(caption ? [caption.cloneNode(true)] : []))
  dialog.append(close, figure)
  document.body.append(dialog)
  dialog.showModal()
}
