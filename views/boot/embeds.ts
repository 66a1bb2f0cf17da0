/** Third-party content loads when the reader asks for it, and only then. */
export function startEmbeds(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-embed]')) {
    const button = box.querySelector('button')
    if (!button) continue
    button.hidden = false
    button.addEventListener('click', () => loadFrame(box), { once: true })
  }
}

function loadFrame(box: HTMLElement): void {
  const { embed, embedTitle } = box.dataset
  if (!embed) return
  const frame = document.createElement('iframe')
  frame.title = embedTitle ?? ''
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  // Scripts and its own storage, which players need; no way to move the page or open it anew.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  frame.src = embed
  box.replaceChildren(frame)
  frame.focus()
}
