/** Shows a gallery link's image in a dialog. Escape or a click outside closes it and returns the focus. */
export function openImage(link: HTMLAnchorElement): void {
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
  close.textContent = link.closest<HTMLElement>('[data-gallery]')?.dataset.close ?? ''
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
