import { ownHtml } from '../../../views/document/trusted-html.ts'
import { ARTICLES, type UsedPage } from '../service-worker/saved-articles.ts'
import { createMemory, REVISIONS_KEY } from './memory.ts'
import type { Starter } from './reading-start.ts'
import { startResuming } from './resume.ts'
import { forgetFiles, isSaved, keepFiles, lookForStored, save, savedArticles, showSaved, unsave } from './saved.ts'
import { changeSize, markEnds } from './text-size.ts'

export function start(element: Starter): void {
  element.onclick = null
  if ('savedList' in element.dataset) return void showSaved(element, wordsOf(element))
  const { style = '', list = '' } = element.dataset
  const styled = loadStyle(style)
  const status = element.querySelector('[role=status]')
  const say = (text = ''): void => {
    if (status) status.textContent = text
  }
  const act = async (target: EventTarget | null | undefined): Promise<void> => {
    if (!(target instanceof Element)) return
    const size = target.closest<HTMLElement>('[data-text-size]')
    const saving = target.closest<HTMLElement>('[data-save]')
    if (size) {
      const percent = changeSize(Number(size.dataset.textSize))
      markEnds(sizeButtons())
      if (percent === undefined) return
      const { textSize } = await words()
      say(textSize ? `${textSize}: ${percent}%` : `${percent}%`)
    } else if (saving) {
      const outcome = await toggle(saving, [list, style]).catch(() => 'savedOnline' as const)
      markSaved()
      say((await words())[outcome])
    }
  }
  document.addEventListener('click', ({ target }) => void act(target))
  // An article was appended, or the back/forward cache brought the page.
  addEventListener('szpalta:view', () => {
    markSaved()
    noticeRevisions()
  })
  addEventListener('storage', markSaved)
  markSaved()
  noticeRevisions()
  markEnds(sizeButtons())
  void act(element.clicked)
  lookForStored().catch(() => {})
  keepParts().catch(() => {})
  const article = articleOf(element)
  if (article) startResuming({ ...article, anchor: element, words, styled })
}

const sizeButtons = () => document.querySelectorAll<HTMLElement>('[data-text-size]')

async function toggle(
  button: HTMLElement,
  others: readonly string[],
): Promise<'saved' | 'savedOnline' | 'removed' | 'failed'> {
  const shown = articleOf(button)
  if (!shown) return 'failed'
  const { path, article } = shown
  const before = savedArticles().filter((known) => known.path === path)
  if (before.length > 0) {
    unsave(path)
    button.setAttribute('aria-pressed', 'false')
    await forgetFiles(before)
    return 'removed'
  }
  const title = article.querySelector('h1')?.textContent ?? path
  const gone = save({ path, title, files: [] })
  button.setAttribute('aria-pressed', 'true')
  const files = await keepFiles(path, article, others)
  // It may have been removed meanwhile.
  if (isSaved(path)) save({ path, title, files })
  else await forgetFiles([{ path, title, files }])
  await forgetFiles(gone)
  return 'saved'
}

function markSaved(): void {
  const saved = new Set(savedArticles().map(({ path }) => path))
  for (const button of document.querySelectorAll<HTMLElement>('[data-save]'))
    button.setAttribute('aria-pressed', String(saved.has(articleOf(button)?.path ?? '')))
}

function articleOf(element: Element): { path: string; article: HTMLElement } | undefined {
  const article = element.closest<HTMLElement>('[data-article]')
  const path = article?.dataset.article
  return article && path !== undefined ? { article, path: new URL(path, location.origin).pathname } : undefined
}

function loadStyle(href: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = () => resolve(true)
    link.onerror = () => resolve(false)
    document.head.append(link)
  })
}

export type Words = Readonly<Record<string, string>>

/** In the worker's shell; no CMS has a page there. */
const PAGE_OF_WORDS = '/offline'
let known: Promise<Words> | undefined

/** Few readers need them. Empty: out of reach. */
function words(): Promise<Words> {
  known ??= fetchedWords().catch(() => {
    known = undefined
    return {}
  })
  return known
}

async function fetchedWords(): Promise<Words> {
  const response = await fetch(PAGE_OF_WORDS)
  const page = new DOMParser().parseFromString(ownHtml(await response.text()), 'text/html')
  const element = page.querySelector<HTMLElement>('[data-words]')
  if (!element) throw new Error('the offline page has no words')
  return wordsOf(element)
}

function wordsOf({ dataset }: HTMLElement): Words {
  const words: unknown = JSON.parse(dataset.words ?? '{}')
  return Object.fromEntries(
    Object.entries(Object(words)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}

/** Waits for an interaction, as they count as scripts of the page (PERF-1). */
async function keepParts(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  const used: UsedPage = { isUsed: true }
  active?.postMessage(used)
}

interface RevisionLine extends HTMLElement {
  /** Set by `revisionScript` in the first article. */
  keptCopy?: Promise<Response | undefined>
}

const seen = new WeakSet<HTMLElement>()
const revisions = createMemory(REVISIONS_KEY, 200, (value) => typeof value === 'string')

/** Memory or the worker's copy has the last revision (CORR-5). */
function noticeRevisions(): void {
  for (const line of document.querySelectorAll<RevisionLine>('[data-revision]')) {
    if (seen.has(line)) continue
    seen.add(line)
    void notice(line)
  }
}

async function notice(line: RevisionLine): Promise<void> {
  const note = line.querySelector<HTMLElement>('[data-changed]')
  const path = line.closest<HTMLElement>('[data-article]')?.dataset.article
  const { revision = '' } = line.dataset
  if (!note || path === undefined) return
  const before = revisions.get(path) ?? (await keptRevision(line, path).catch(() => undefined))
  if (before !== undefined && before !== revision) note.textContent = note.dataset.changed ?? ''
  revisions.remember(path, revision)
}

async function keptRevision({ keptCopy }: RevisionLine, path: string): Promise<string | undefined> {
  // Appended articles run no inline script.
  const kept = await (keptCopy ?? caches.match(path, { cacheName: ARTICLES }))
  if (!kept) return undefined
  const copy = new DOMParser().parseFromString(ownHtml(await kept.text()), 'text/html')
  return copy.querySelector<HTMLElement>('[data-revision]')?.dataset.revision ?? ''
}
