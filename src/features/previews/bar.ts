import { formatClock, formatDay, localTime } from '../../content/dates.ts'
import { openTag, spaced, tag, text } from '../../content/html/markup.ts'
import { withoutTrailingSlashes } from '../../content/trailing-slashes.ts'
import type { Service } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'
import type { SignedLink } from '../../system/signed-link.ts'
import {
  PREVIEW_OUTPUTS,
  PREVIEW_THEMES,
  PREVIEW_WIDTHS,
  type PreviewChoice,
  type PreviewOutput,
  type PreviewTheme,
  type PreviewWidth,
  previewPath,
} from './choice.ts'

/** The bar's rules are outside the budget of the shared style sheet. */
export const BAR_STYLE =
  '.preview-bar{box-sizing:border-box;padding:8px 16px;background:#1c2430;color:#fff;font:14px/1.5 system-ui,sans-serif}' +
  '.preview-bar p,.preview-bar ul{margin:0;padding:0}' +
  '.preview-bar nav,.preview-bar ul{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none}' +
  '.preview-bar ul{gap:4px}.preview-bar div{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px}' +
  '.preview-bar a{display:block;min-width:24px;padding:4px 10px;border-radius:4px;color:#fff;text-align:center;text-decoration:underline}' +
  '.preview-bar a[aria-current]{background:#fff;color:#1c2430;text-decoration:none}' +
  '.preview-bar a:focus-visible{outline:2px solid #ffd166;outline-offset:2px}' +
  '@media print{.preview-bar{display:none}}'

const FRAME_STYLE =
  'html,body{height:100%;margin:0}body{display:flex;flex-direction:column;background:#c9ced6;overflow-x:auto}' +
  'iframe{flex:1;align-self:center;min-height:320px;border:0;background:#fff}' +
  '@media(max-width:1280px){iframe[width="1280"]{align-self:flex-start}}' +
  '@media(max-width:768px){iframe[width="768"]{align-self:flex-start}}'

export const OUTER_STYLE = BAR_STYLE + FRAME_STYLE

/**
 * Works without JavaScript (PREVIEW-6).
 * @param adminUrl where editors work
 */
export function previewBar(link: SignedLink, choice: PreviewChoice, service: Service, adminUrl?: string): SafeHtml {
  const { preview } = service.messages
  const hasThemes = service.theme === 'switchable'
  const outputs = PREVIEW_OUTPUTS.filter((output) => output !== 'amp' || service.hasAmp)
  const outputNames: Record<PreviewOutput, string> = { page: preview.page, amp: preview.amp, card: preview.card }
  const themeNames: Record<PreviewTheme, string> = { system: preview.system, light: preview.light, dark: preview.dark }
  const widthName = (width: PreviewWidth): string => (width === 'full' ? preview.full : preview.pixels({ width }))
  const group = <T extends string>(
    name: string,
    values: readonly T[],
    current: T,
    nameOf: (value: T) => string,
    chosen: (value: T) => Partial<PreviewChoice>,
  ): SafeHtml => {
    const links = values.map((value) => {
      const href = previewPath(link, { ...choice, isFramed: false, ...chosen(value) })
      const attributes = { href, rel: 'nofollow', 'aria-current': value === current ? 'true' : undefined }
      return tag('li', {}, tag('a', attributes, text(nameOf(value))))
    })
    return tag('div', {}, tag('span', {}, text(name)), text(' '), tag('ul', { 'aria-label': name }, spaced(links)))
  }
  return tag(
    'aside',
    { class: 'preview-bar', 'aria-label': preview.label },
    tag(
      'p',
      {},
      tag('strong', {}, text(preview.notice)),
      text('. '),
      tag('span', {}, text(preview.until({ time: written(link.expires, service) }))),
    ),
    ...(adminUrl === undefined
      ? []
      : [text(' '), tag('p', {}, tag('a', { href: editUrl(adminUrl, link.id), rel: 'noopener' }, text(preview.edit)))]),
    text(' '),
    tag(
      'nav',
      { 'aria-label': preview.label },
      spaced([
        group(
          preview.output,
          outputs,
          choice.output,
          (one) => outputNames[one],
          (output) => ({ output }),
        ),
        group(preview.width, PREVIEW_WIDTHS, choice.width, widthName, (width) => ({ width })),
        ...(hasThemes
          ? [
              group(
                preview.theme,
                PREVIEW_THEMES,
                choice.theme,
                (one) => themeNames[one],
                (theme) => ({ theme }),
              ),
            ]
          : []),
      ]),
    ),
  )
}

function editUrl(adminUrl: string, id: string): string {
  const own = adminUrl.replaceAll(/\{id\}|%7Bid%7D/gi, encodeURIComponent(id))
  if (own !== adminUrl) return own
  const url = new URL(adminUrl)
  url.pathname = `${withoutTrailingSlashes(url.pathname)}/post.php`
  url.search = `${new URLSearchParams({ post: id, action: 'edit' })}`
  return url.href
}

function written(seconds: number, { timeZone, language }: Service): string {
  const time = localTime(seconds * 1000, timeZone)
  return `${formatDay(time, language)}, ${formatClock(time)}`
}

export function framingDocument(link: SignedLink, choice: PreviewChoice, service: Service, adminUrl?: string): string {
  const { preview } = service.messages
  const src = previewPath(link, { ...choice, width: 'full', isFramed: true })
  const title = `${preview.label}, ${preview.pixels({ width: choice.width })}`
  const head = tag(
    'head',
    {},
    openTag('meta', { charset: 'utf-8' }),
    openTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    openTag('meta', { name: 'robots', content: 'noindex, nofollow' }),
    tag('title', {}, text(title)),
    `<style>${OUTER_STYLE}</style>` as SafeHtml,
  )
  const frame = tag('iframe', { src, title, width: choice.width })
  const body = tag('body', {}, previewBar(link, choice, service, adminUrl), frame)
  return `<!doctype html>${tag('html', { lang: service.language, dir: service.direction }, head, body)}`
}
