import { clockTime } from '../../content/clock-time.ts'

/** Chapters and cues. */
const PLACES = 'a[data-at]'
const CHAPTERS = '.chapters a[data-at]'

export function startChapters(figure: HTMLElement, media: HTMLMediaElement): void {
  figure.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>(PLACES) : null
    if (!link || !isPlain) return
    event.preventDefault()
    playFrom(media, startOf(link))
  })
  let shown: HTMLElement | undefined
  const mark = (): void => {
    const current =
      media.currentTime > 0 || !media.paused ? currentOf(chaptersIn(figure), media.currentTime) : undefined
    if (current === shown) return
    shown?.removeAttribute('aria-current')
    current?.setAttribute('aria-current', 'true')
    shown = current
  }
  for (const event of ['timeupdate', 'seeking', 'play']) media.addEventListener(event, mark)
}

export function playChapter(figure: HTMLElement, media: HTMLMediaElement, step: 1 | -1): boolean {
  const links = chaptersIn(figure)
  const current = currentOf(links, media.currentTime)
  const target = links[(current ? links.indexOf(current) : -1) + step]
  if (!target) return false
  playFrom(media, startOf(target))
  return true
}

export function hasChapters(figure: HTMLElement): boolean {
  return figure.querySelector(CHAPTERS) !== null
}

function chaptersIn(figure: HTMLElement): HTMLElement[] {
  return [...figure.querySelectorAll<HTMLElement>(CHAPTERS)]
}

/** Seeking is not exact: a chapter begins a little early. */
function currentOf(links: readonly HTMLElement[], time: number): HTMLElement | undefined {
  return links.findLast((link) => startOf(link) <= time + 0.25)
}

function startOf({ dataset }: HTMLElement): number {
  return Number(dataset.at ?? 0)
}

function playFrom(media: HTMLMediaElement, time: number): void {
  media.currentTime = time
  // Browsers may refuse.
  media.play().catch(() => {})
}

/** Opened cues replace the link to their file (AUDIO-2). */
export function startTimedText(figure: HTMLElement, media: HTMLMediaElement): void {
  for (const details of figure.querySelectorAll<HTMLDetailsElement>('details[data-timed]')) {
    const track = [...media.querySelectorAll('track')].find((one) => one.getAttribute('src') === details.dataset.timed)
    if (track) details.addEventListener('toggle', () => show(details, track), { once: true })
  }
}

function show(details: HTMLDetailsElement, element: HTMLTrackElement): void {
  const { track } = element
  const fill = (): void => {
    const cues = [...(track.cues ?? [])].filter((cue) => cue instanceof VTTCue)
    if (cues.length === 0) return
    const list = document.createElement('ol')
    list.className = 'cues'
    list.append(...cues.map((cue) => itemOf(cue, details.dataset.recording ?? '')))
    details.querySelector('p')?.replaceWith(list)
  }
  if (element.readyState === HTMLTrackElement.LOADED) fill()
  element.addEventListener('load', fill, { once: true })
  // `hidden` loads without showing.
  if (track.mode === 'disabled') track.mode = 'hidden'
}

function itemOf(cue: VTTCue, src: string): HTMLLIElement {
  const [item, link, time] = [document.createElement('li'), document.createElement('a'), document.createElement('time')]
  time.textContent = clockTime(cue.startTime)
  time.dateTime = `PT${Math.floor(cue.startTime)}S`
  link.href = `${src}#t=${cue.startTime}`
  link.dataset.at = String(cue.startTime)
  link.append(time, ' ', cue.getCueAsHTML().textContent)
  item.append(link)
  return item
}
