import { onClick } from './on-click.ts'

/** Third-party content loads only on a click. */
export function startEmbeds(): void {
  onClick('[data-embed] button', (button) => {
    const box = button.closest<HTMLElement>('[data-embed]')
    if (box) whenGranted(box, () => loadFrame(box))
  })
}

/**
 * A click is not consent: where third parties need consent, the clicked content waits for it too (CONS-8). The
 * publisher's own has no words for waiting.
 */
function whenGranted(box: HTMLElement, run: () => void): void {
  const { waiting } = box.dataset
  if (!waiting || !document.getElementById('integrations')) {
    run()
    return
  }
  import('../integrations/consent/embeds.ts').then((part) => part.loadWhenGranted(box, waiting, run)).catch(() => {})
}

function loadFrame(box: HTMLElement): void {
  const { embed, embedTitle } = box.dataset
  if (!embed) return
  const frame = document.createElement('iframe')
  frame.title = embedTitle ?? ''
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  // Players need scripts and their own storage, surveys their forms. Navigation of the page and escape from the sandbox stay forbidden.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms')
  frame.src = embed
  box.replaceChildren(frame)
  frame.focus()
}
