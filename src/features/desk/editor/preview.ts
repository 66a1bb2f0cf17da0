import type { DeskWords } from '../desk-words.ts'
import type { DeskPreview } from '../previewed-collections.ts'
import type { FileFormat } from './formats.ts'
import type { Values } from './front-text.ts'

export type CreateElement = (type: string, properties: object, ...children: unknown[]) => unknown

/** The editor passes an Immutable map. */
interface Entry {
  get(name: 'data'): { toJS(): Values }
  get(name: 'path'): string | undefined
  get(name: 'mediaFiles'): { toJS(): MediaFile[] } | undefined
}

interface MediaFile {
  path: string
  /** The browser's own URL while the file is in the editor alone. */
  url?: string
}

interface UnsavedImage {
  name: string
  url: string
}

export type PreviewTemplate = (properties: { entry: Entry }) => unknown

interface PreviewSettings {
  createElement: CreateElement
  preview: DeskPreview
  format: FileFormat
  words: DeskWords['preview']
}

/** Milliseconds. */
const PAUSE = 400
/** A preview waits while others are made. Milliseconds. */
const RETRY = 10_000
/** Scripts of the page stay off: without them nothing in a text can reach the editor's token. */
const SANDBOX = 'allow-same-origin'

export function previewTemplate({ createElement, preview, format, words }: PreviewSettings): PreviewTemplate {
  const pane = createPane(preview, format, words)
  return ({ entry }) =>
    createElement(
      'div',
      { style: { position: 'fixed', inset: 0, display: 'flex', flexDirection: 'column' } },
      createElement('p', {
        role: 'status',
        style: {
          margin: 0,
          whiteSpace: 'pre-line',
          font: '14px/1.5 system-ui, sans-serif',
          color: '#fff',
          background: '#5f0a0a',
        },
        ref: pane.status,
      }),
      createElement('iframe', {
        title: words.title,
        sandbox: SANDBOX,
        style: { flex: 1, inlineSize: '100%', border: 0 },
        // React calls it after each change of the text.
        ref: (frame: HTMLIFrameElement | null) => {
          frame?.ownerDocument.defaultView?.frameElement?.setAttribute('title', words.title)
          pane.follow(frame, entry)
        },
      }),
    )
}

function createPane({ service, file }: DeskPreview, format: FileFormat, words: DeskWords['preview']) {
  let status: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let request = new AbortController()
  let shown: { frame: HTMLIFrameElement; text: string } | undefined
  const say = (lines: readonly string[]): void => {
    if (!status) return
    status.textContent = lines.join('\n')
    status.style.padding = lines.length === 0 ? '0' : '8px 16px'
  }

  const show = async (frame: HTMLIFrameElement, entry: Entry): Promise<void> => {
    const { signal } = request
    try {
      const text = format.toFile(entry.get('data').toJS())
      if (shown?.frame === frame && shown.text === text) return
      const path = entry.get('path') || file
      const images = unsavedImages(entry)
      const response = await fetch('/desk/preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service, path, text, images: images.map(({ name }) => name) }),
        signal,
      })
      if (response.status === 429) timer = setTimeout(() => void show(frame, entry), RETRY)
      if (response.ok) {
        const { document, problems } = (await response.json()) as { document?: string; problems: string[] }
        if (signal.aborted) return
        say(problems)
        if (document === undefined) return
        shown = { frame, text }
        showDocument(frame, shownPage(document, images))
      } else
        say([response.status === 413 ? words.tooLong : response.status === 429 ? words.tooMany : words.unavailable])
    } catch (error) {
      // A network that is away is a `TypeError`; other errors are in the editor's language.
      const isOwn = error instanceof Error && !(error instanceof TypeError)
      if (!signal.aborted) say([isOwn ? error.message : words.unavailable])
    }
  }

  return {
    status(element: HTMLElement | null): void {
      status = element
    },
    follow(frame: HTMLIFrameElement | null, entry: Entry): void {
      clearTimeout(timer)
      if (!frame) return
      timer = setTimeout(() => {
        request.abort()
        request = new AbortController()
        void show(frame, entry)
      }, PAUSE)
    },
  }
}

function showDocument(frame: HTMLIFrameElement, markup: string): void {
  const top = frame.contentWindow?.scrollY ?? 0
  frame.onload = () => frame.contentWindow?.scrollTo(0, top)
  frame.srcdoc = markup
}

/** The browser would complain of scripts that it does not run. */
function shownPage(markup: string, images: readonly UnsavedImage[]): string {
  const page = new DOMParser().parseFromString(markup, 'text/html')
  for (const element of page.querySelectorAll('script, link[rel=modulepreload], link[as=image]')) element.remove()
  for (const element of page.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
  for (const link of page.querySelectorAll('a:not([href^="#"]), area')) link.setAttribute('inert', '')
  for (const image of page.querySelectorAll('img')) {
    const url = unsavedUrl(image.getAttribute('src') ?? '', images)
    if (url === undefined) continue
    for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.remove()
    image.removeAttribute('srcset')
    image.src = url
  }
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const IMAGES = '/images/'

function unsavedImages(entry: Entry): UnsavedImage[] {
  const files = entry.get('mediaFiles')?.toJS() ?? []
  return files.flatMap(({ path, url }) => {
    const at = path.indexOf(IMAGES)
    return at !== -1 && url?.startsWith('blob:') ? [{ name: path.slice(at + IMAGES.length), url }] : []
  })
}

/** The portal cuts by name: `/media/zdjecia/name.webp` for `zdjecia/name.jpg`. */
function unsavedUrl(src: string, images: readonly UnsavedImage[]): string | undefined {
  const stem = (path: string): string => path.replace(/\.\w+$/, '')
  const path = stem(decodeURI(URL.parse(src, location.href)?.pathname ?? '')).replace(/^\/media(?=\/)/, '')
  return images.find(({ name }) => path === `/${stem(name)}`)?.url
}
