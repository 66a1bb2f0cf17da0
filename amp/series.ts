import { tag, text } from '../src/content/html/markup.ts'
import type { SeriesPart, SeriesPlace } from '../src/content/series.ts'
import type { Messages } from '../src/languages/messages.ts'
import type { SafeHtml } from '../src/system/escape.ts'

/** SERIES-6. */
export function seriesLine({ title, href, position, parts }: SeriesPlace, { series }: Messages): SafeHtml {
  return tag(
    'p',
    { class: 'series-line' },
    tag('a', { href }, text(title)),
    text(' '),
    tag('span', {}, text(series.place({ part: position, count: parts.length }))),
  )
}

/** SERIES-6. */
export function seriesNav(place: SeriesPlace, messages: Messages): SafeHtml {
  const { title, position, parts } = place
  const [previous, next] = [parts[position - 2], parts[position]]
  const items = parts.map(({ title: name, href }, index) =>
    index + 1 === position
      ? tag('li', { 'aria-current': 'page' }, tag('b', {}, text(name)))
      : tag('li', {}, tag('a', { href }, text(name))),
  )
  return tag(
    'nav',
    { class: 'series-nav', 'aria-label': `${messages.list.series}: ${title}` },
    seriesLine(place, messages),
    previous && step(previous, messages.series.previous, 'prev'),
    next && step(next, messages.series.next, 'next'),
    tag('details', {}, tag('summary', {}, text(messages.series.all)), tag('ol', {}, ...items)),
  )
}

function step({ title, href }: SeriesPart, label: string, rel: 'prev' | 'next'): SafeHtml {
  return tag('p', {}, tag('span', {}, text(label)), text(' '), tag('a', { href, rel }, text(title)))
}
