import type { CommentsProvider } from '../../integrations/settings.ts'
import { loadScript } from './script.ts'

interface Thread {
  element: HTMLElement
  path: string
  url: string
  title: string
}

type Adapter<P extends CommentsProvider> = (thread: Thread, provider: P) => Promise<boolean>

declare global {
  interface Window {
    disqus_config?: (this: { page: { url: string; identifier: string; title: string }; language: string }) => void
  }
}

const disqus: Adapter<Extract<CommentsProvider, { kind: 'disqus' }>> = (
  { element, path, url, title },
  { shortname },
) => {
  element.id = 'disqus_thread'
  window.disqus_config = function () {
    this.page.url = url
    this.page.identifier = path
    this.page.title = title
    this.language = document.documentElement.lang
  }
  return loadScript(`https://${shortname}.disqus.com/embed.js`, { 'data-timestamp': String(Date.now()) })
}

/** For any script with Isso's attributes. */
const script: Adapter<Extract<CommentsProvider, { kind: 'script' }>> = ({ element, path, title }, { url }) => {
  element.id = 'isso-thread'
  element.dataset.issoId = path
  element.dataset.title = title
  const { origin } = new URL(url)
  return loadScript(url, {
    'data-isso': `${origin}/`,
    'data-isso-lang': document.documentElement.lang,
    'data-isso-css': 'true',
  })
}

export function startComments(provider: CommentsProvider): void {
  const section = document.querySelector<HTMLElement>('[data-comments]')
  const element = section?.querySelector<HTMLElement>('[data-thread]')
  if (!section || !element) return
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void open(section, element, provider)
    },
    { rootMargin: '200px' },
  )
  observer.observe(section)
}

async function open(section: HTMLElement, element: HTMLElement, provider: CommentsProvider): Promise<void> {
  const { comments: path = '', url = '', title = '' } = section.dataset
  const thread = { element, path, url, title }
  const status = section.querySelector<HTMLElement>('[role=status]')
  if (status) status.textContent = section.dataset.loading ?? ''
  const isThere = provider.kind === 'disqus' ? await disqus(thread, provider) : await script(thread, provider)
  if (status) status.textContent = isThere ? '' : (section.dataset.failed ?? '')
}
