import { onClick } from './on-click.ts'

/** Third-party content loads only on a click. */
export function startEmbeds(): void {
  onClick('[data-embed] button', (button) => {
    const box = button.closest<HTMLElement>('[data-embed]')
    if (box) import('../features/embed.ts').then(({ loadEmbed }) => loadEmbed(box)).catch(() => {})
  })
}
