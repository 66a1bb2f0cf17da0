import type { loadWhenGranted } from '../integrations/consent/gate.ts'
import type { ConsentParts } from '../integrations/consent/purposes.ts'

interface EmbedParts extends ConsentParts {
  gate(): Promise<{ loadWhenGranted: typeof loadWhenGranted }>
}

/** A click is not consent (CONS-8). The publisher's own content alone does not wait. */
export function start(button: HTMLElement, parts: EmbedParts): void {
  const box = button.closest<HTMLElement>('[data-embed]')
  if (!box) return
  const { waiting } = box.dataset
  if (!waiting || !document.getElementById('integrations')) {
    loadFrame(box)
    return
  }
  parts
    .gate()
    .then((gate) => gate.loadWhenGranted(box, waiting, () => loadFrame(box), parts))
    .catch(() => {})
}

function loadFrame(box: HTMLElement): void {
  const { embed, embedTitle } = box.dataset
  if (!embed) return
  const frame = document.createElement('iframe')
  frame.title = embedTitle ?? ''
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  // The page cannot be navigated.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms')
  frame.src = embed
  box.replaceChildren(frame)
  frame.focus()
}
