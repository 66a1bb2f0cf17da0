import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { renderedText } from '../../src/content/plugin-markup/plugin-markup.ts'
import type { Service, Services } from '../../src/services/service.ts'
import { REDIRECTS_FILE } from '../../src/site/redirects.ts'
import { systemCode } from '../../src/system/record.ts'
import { type ArticleWorld, articleFile } from './article.ts'
import { fingerprint, readIfThere, removeUnfinished, writeWhole } from './files.ts'
import { writeHouseFiles } from './house-files.ts'
import { createImages } from './images.ts'
import { isImportedType, refusalOf } from './imported-posts.ts'
import { createShownBlocks } from './markdown/markdown-of.ts'
import { createKeys, type Outline, type Place, readOutline } from './outline.ts'
import type { Progress } from './progress.ts'
import { redirectsOf, withRedirects } from './redirects.ts'
import type { ImportSource, SourcePost } from './source.ts'
import { type ImportState, lockFolder, openState } from './state.ts'
import { count, emptySummary, note, noteLost, noteRenamed, type Summary } from './summary.ts'

export interface ImportSettings {
  source: ImportSource
  folder: string
  service: Service
  services: Services
  isUpdate: boolean
  /** Writes removed articles of an earlier import again. */
  restores: boolean
  /** As drafts (SRC-28). */
  hasDrafts: boolean
  hasImages: boolean
  /** Of new articles. */
  format: 'html' | 'markdown'
  isDryRun: boolean
  downloads: boolean
  uploads?: string
  imageMemory?: number
  /** In the internal network (`createDownloads`). */
  internalHosts: ReadonlySet<string> | 'any'
  progress: Progress
  signal: AbortSignal
}

/**
 * Skips imported articles and never overwrites an edited file.
 * @throws {ImportSourceError} when the source is unusable
 */
export async function importNewsroom(settings: ImportSettings): Promise<Summary> {
  const { folder, service, source, progress, signal } = settings
  const summary = emptySummary()
  summary.isDryRun = settings.isDryRun
  if (!settings.isDryRun) await mkdir(folder, { recursive: true })
  const unlock = settings.isDryRun ? async () => {} : await lockFolder(folder)
  const state = await openState(folder, settings.isDryRun)
  try {
    if (!settings.isDryRun) await removeUnfinished(folder)
    const files = await filesIn(folder)
    progress.start('reading')
    const outline = await readOutline(source, service, files, state, settings, () => {
      signal.throwIfAborted()
      progress.step()
    })
    progress.stop()
    const { written, unnamed } = await writeHouseFiles(folder, service, outline, settings.isDryRun)
    summary.houseFiles = written
    if (unnamed > 0) {
      note(summary, 'failed', { name: 'terms.yaml', reason: `${unnamed} terms have no room in it, and no name` })
    }
    const world = worldOf(settings, state, outline, files, summary)
    progress.start('importing', outline.total)
    const keys = createKeys()
    for await (const part of source.posts()) {
      signal.throwIfAborted()
      if (part.kind === 'unreadable') note(summary, 'failed', part)
      if (part.kind === 'left-out') count(summary.others, part.what, part.count)
      if (part.kind === 'mended') note(summary, 'mended', { name: `line ${part.line}`, reason: part.what })
      if (part.kind !== 'post') continue
      await importPost(part.post, keys(part.post), { settings, state, outline, world, summary })
      progress.step()
    }
    await writeRedirects(settings, outline, summary)
  } catch (error) {
    if (!signal.aborted) throw error
    summary.isInterrupted = true
  } finally {
    progress.stop()
    await state.close()
    await unlock()
  }
  return summary
}

async function writeRedirects(
  { folder, service, isDryRun }: ImportSettings,
  outline: Outline,
  summary: Summary,
): Promise<void> {
  const file = join(folder, REDIRECTS_FILE)
  const made = withRedirects(await readIfThere(file), redirectsOf(outline, service))
  if (!made) return
  summary.redirects = made.added
  if (made.left > 0) noteLost(summary, REDIRECTS_FILE, [{ what: `${made.left} rows more than a table may have` }])
  if (!isDryRun) await writeWhole(file, made.text)
}

function worldOf(
  settings: ImportSettings,
  state: ImportState,
  outline: Outline,
  files: readonly string[],
  summary: Summary,
): ArticleWorld {
  const { folder, uploads, imageMemory, signal, internalHosts } = settings
  const host = URL.parse(outline.site.url)?.host ?? ''
  // The second host of a WordPress.com site.
  const hosts = new Set([host, host.replace(/\.wordpress\.com$/, '.files.wordpress.com')].filter(Boolean))
  const images = createImages(
    {
      folder,
      state,
      attachments: outline.attachments,
      hosts,
      uploads,
      fileAt: settings.source.fileAt,
      downloads: settings.downloads,
      isDryRun: settings.isDryRun,
      maxMemory: imageMemory,
      signal,
      internalHosts,
      onFailure: (url, reason) => note(summary, 'failed', { name: url, reason: `image: ${reason}` }),
      onStored: () => {
        summary.images += 1
      },
      onFile: (path) => void summary.publicFiles.add(path),
    },
    files.filter((file) => file.startsWith('images/')),
  )
  return {
    service: settings.service,
    outline,
    images: settings.hasImages ? images : undefined,
    shown: createShownBlocks(settings.service, settings.services),
    onShortcode: (name) => count(summary.shortcodes, name),
    onMissingThumbnail: (post, id) => {
      const name = renderedText(post.title) || post.slug || post.id
      note(summary, 'failed', { name, reason: `image: its featured image, ${id}, is not in the source` })
    },
  }
}

interface Work {
  settings: ImportSettings
  state: ImportState
  outline: Outline
  world: ArticleWorld
  summary: Summary
}

async function importPost(post: SourcePost, key: string, work: Work): Promise<void> {
  const { settings, outline, summary } = work
  const name = renderedText(post.title) || post.slug || post.id
  if (!isImportedType(post.type)) return count(summary.others, post.type)
  const refusal = refusalOf(post, settings.hasDrafts)
  if (refusal !== undefined) return note(summary, 'skipped', { name, reason: refusal })
  const place = outline.places.get(key)
  if (!place) return note(summary, 'failed', { name, reason: 'it was not there when the source was first read' })
  try {
    const outcome = await write(post, place, work)
    if (outcome.kind === 'removed') {
      noteRemoved(outline, place)
      note(summary, 'skipped', { name, reason: REMOVED })
    } else if (outcome.kind === 'skipped') note(summary, 'skipped', { name, reason: outcome.reason })
    else summary[outcome.kind] += 1
    if (outcome.kind === 'imported' && place.isRenamed) noteRenamed(summary, name, place.slug)
  } catch (error) {
    settings.signal.throwIfAborted()
    if (isOfTheDisk(error)) throw error
    note(summary, 'failed', { name, reason: error instanceof Error ? error.message : String(error) })
  }
}

const REMOVED = 'its file was removed here after an earlier import; --restore writes it again'

/** An old URL must not lead to a missing page. */
function noteRemoved(outline: Outline, { path }: Place): void {
  outline.moved = outline.moved.filter(({ to, isOld }) => isOld || to !== path)
}

type Outcome = { kind: 'imported' | 'updated' | 'unchanged' | 'removed' } | { kind: 'skipped'; reason: string }

async function write(post: SourcePost, place: Place, { settings, state, world, summary }: Work): Promise<Outcome> {
  const target = join(settings.folder, place.file)
  const source = fingerprint(JSON.stringify([post, settings.hasImages]))
  const [last, before] = state.writtenAs(place.key)
  const there = await readIfThere(target)
  const isThere = there !== undefined && last !== undefined
  if (there === undefined && last?.isWhole && !settings.restores) return { kind: 'removed' }
  if (isThere) {
    const text = fingerprint(there)
    const isAsWritten = text === last.text
    const isUnfinished = !isAsWritten && text === before?.text
    const lacksImages = isAsWritten && last.lacksImages === true && settings.hasImages
    const isSame = source === last.source && !lacksImages
    if (!isUnfinished) {
      if (isSame) return { kind: 'unchanged' }
      if (!isAsWritten) return { kind: 'skipped', reason: 'it has changed, and the file was edited here' }
      if (!settings.isUpdate && !lacksImages) {
        return { kind: 'skipped', reason: 'it has changed; --update writes it again' }
      }
    }
  }
  const { file, text, lacksImages, keptHtml, losses } = await articleFile(post, place, world)
  noteLost(summary, post.file ?? place.file, [...(post.losses ?? []), ...losses])
  for (const name of keptHtml) count(summary.keptHtml, name)
  if (settings.isDryRun) return { kind: isThere ? 'updated' : 'imported' }
  const entry = { key: place.key, file, source, text: fingerprint(text) }
  await state.note({ ...entry, lacksImages: lacksImages || undefined })
  // Otherwise the path would have two articles.
  if (isThere && file !== place.file) await rm(target, { force: true })
  await writeWhole(join(settings.folder, file), text)
  await state.noteWhole(place.key)
  return { kind: isThere ? 'updated' : 'imported' }
}

function isOfTheDisk(error: unknown): boolean {
  return ['ENOSPC', 'EACCES', 'EROFS', 'EMFILE'].includes(systemCode(error) ?? '')
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split('\\').join('/'))
}
