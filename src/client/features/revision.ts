import { ownHtml } from '../../../views/document/trusted-html.ts'
import { ARTICLES } from '../service-worker/saved-articles.ts'
import { createMemory, REVISIONS_KEY } from './memory.ts'
import type { RevisionLine } from './reading-start.ts'

const seen = new WeakSet<HTMLElement>()
const revisions = createMemory(REVISIONS_KEY, 200, (value) => typeof value === 'string')

/** The last revision is in the memory, or in the worker's copy (CORR-5). */
export function noticeRevisions(): void {
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

/** Empty: a copy without a revision. */
async function keptRevision({ keptCopy }: RevisionLine, path: string): Promise<string | undefined> {
  // No inline script ran in an appended article.
  const kept = await (keptCopy ?? caches.match(path, { cacheName: ARTICLES }))
  if (!kept) return undefined
  const copy = new DOMParser().parseFromString(ownHtml(await kept.text()), 'text/html')
  return copy.querySelector<HTMLElement>('[data-revision]')?.dataset.revision ?? ''
}
