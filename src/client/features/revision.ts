import { ownHtml } from '../../../views/document/trusted-html.ts'
import { ARTICLES } from '../service-worker/saved-articles.ts'
import { rememberedRevision, rememberRevision } from './read-revisions.ts'

/**
 * Says that an article is another one than the reader has seen (CORR-5): this browser's memory knows the revision, else
 * the copy that the worker keeps for reading offline. The server knows nothing of it.
 */
export async function start(line: HTMLElement): Promise<void> {
  const note = line.querySelector<HTMLElement>('[data-changed]')
  const path = line.closest<HTMLElement>('[data-article]')?.dataset.article
  const { revision = '' } = line.dataset
  if (!note || path === undefined) return
  const before = rememberedRevision(path) ?? (await keptRevision(path).catch(() => undefined))
  if (before !== undefined && before !== revision) note.textContent = note.dataset.changed ?? ''
  rememberRevision(path, revision)
}

/** The revision of the copy that is kept: empty where it had none yet, undefined without a copy. */
async function keptRevision(path: string): Promise<string | undefined> {
  // Opening it would create it.
  const kept = (await caches.has(ARTICLES)) ? await (await caches.open(ARTICLES)).match(path) : undefined
  if (!kept) return undefined
  const copy = new DOMParser().parseFromString(ownHtml(await kept.text()), 'text/html')
  return copy.querySelector<HTMLElement>('[data-revision]')?.dataset.revision ?? ''
}
