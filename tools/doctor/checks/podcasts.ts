import { loadSharp } from '../../../src/media/load-sharp.ts'
import { podcastPath } from '../../../src/seo/feed-path.ts'
import type { PodcastSettings } from '../../../src/services/podcast.ts'
import type { Service } from '../../../src/services/service.ts'
import { fetchFile, fetchOnce, NoResponse } from '../fetch-once.ts'
import { type Check, type Finding, good, weak } from '../run-checks.ts'
import type { RunningPortal } from './pages.ts'

/** Sides of a cover, in pixels (https://podcasters.apple.com/support/896-artwork-requirements). */
const [MIN_SIDE, MAX_SIDE] = [1400, 3000]

/** Checks feed and cover as a directory does (POD-9). */
export function podcastChecks({ podcasts = [] }: Service, start: () => Promise<RunningPortal>): Check[] {
  return podcasts.map((podcast) => {
    const name = `${podcast.list.kind}/${podcast.list.slug}`
    return { title: `Reading the podcast ${name}`, run: async () => asDirectory(name, podcast, await start()) }
  })
}

async function asDirectory(name: string, { list, cover }: PodcastSettings, portal: RunningPortal): Promise<Finding> {
  const { status, text } = await fetchOnce(portal.origin + podcastPath(list))
  if (status !== 200) {
    return weak(
      `The feed of ${name} answers HTTP ${status}.`,
      'Does the list exist, with the slug that the file names?',
    )
  }
  const episodes = text.match(/<item>/g)?.length ?? 0
  if (episodes === 0) {
    return weak(
      `The feed of ${name} has no episode, and directories refuse it.`,
      'Publish an article of that list with a recording that podcasts play (mp3, m4a, mp4, m4v, mov); the log names files whose length is unknown.',
    )
  }
  const problem = await coverProblem(new URL(cover, portal.origin).href)
  if (problem === undefined)
    return good(`The podcast ${name} has a cover and ${episodes} ${episodes === 1 ? 'episode' : 'episodes'}.`)
  return weak(
    `The cover of ${name}, ${cover}, ${problem}.`,
    `It must be a square JPEG or PNG in RGB with sides of ${MIN_SIDE} to ${MAX_SIDE} pixels.`,
  )
}

async function coverProblem(url: string): Promise<string | undefined> {
  const file = await fetchFile(url).catch((error: unknown) => {
    if (error instanceof NoResponse) return error
    throw error
  })
  if (file instanceof NoResponse) return `cannot be had (${file.message})`
  if (file.status !== 200) return `answers HTTP ${file.status}`
  const sharp = await loadSharp()
  const image = await sharp(file.bytes)
    .metadata()
    .catch(() => undefined)
  if (image === undefined) return 'is no image'
  const { format, width, height, space } = image
  const named = { jpeg: /\.jpe?g$/i, png: /\.png$/i }
  if (format !== 'jpeg' && format !== 'png') return `is in the format ${format}`
  if (!named[format].test(new URL(url).pathname)) return `is a ${format.toUpperCase()} under another name`
  if (width !== height || width < MIN_SIDE || width > MAX_SIDE) return `has ${width} by ${height} pixels`
  return space === 'srgb' || space === 'rgb' ? undefined : `has the colours ${space}`
}
