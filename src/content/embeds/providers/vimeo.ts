import { type Provider, parameter, type Read, secondsOf, WIDE, WIDE_SIZE } from './provider.ts'

const vimeo: Read = (url) => {
  const event = /^\/event\/(\d{1,15})(?:\/|$)/.exec(url.pathname)?.[1]
  if (event !== undefined) {
    const pageUrl = `https://vimeo.com/event/${event}`
    return { id: event, url: pageUrl, frame: { src: `${pageUrl}/embed`, shape: WIDE } }
  }
  const path =
    /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|showcase\/\d+\/video\/|album\/\d+\/video\/|ondemand\/[^/]+\/)?(\d{1,15})(?:\/([0-9a-f]{8,12}))?(?:\/|$)/
  const [, id, inPath] = path.exec(url.pathname) ?? []
  if (id === undefined) return undefined
  const hash = inPath ?? parameter(url, 'h', /^[0-9a-f]{8,12}$/)
  const start = secondsOf(/^#t=([\dhms]+)$/.exec(url.hash)?.[1] ?? '')
  const secret = hash === undefined ? '' : `h=${hash}&`
  const moment = start === undefined ? '' : `#t=${start}s`
  return {
    id,
    url: `https://vimeo.com/${id}${hash === undefined ? '' : `/${hash}`}${moment}`,
    frame: { src: `https://player.vimeo.com/video/${id}?${secret}dnt=1${moment}`, shape: WIDE },
    // AMP's element lacks a moment, and the part that opens an unlisted video.
    amp:
      hash === undefined && start === undefined
        ? { name: 'amp-vimeo', attributes: { 'data-videoid': id }, size: WIDE_SIZE }
        : undefined,
  }
}

export const VIMEO_PROVIDER: Provider = {
  type: 'vimeo',
  name: 'Vimeo',
  hosts: ['vimeo.com', 'player.vimeo.com'],
  origins: ['https://player.vimeo.com', 'https://vimeo.com'],
  consent: 'embeds',
  read: vimeo,
  markup: [
    { tag: 'amp-vimeo', from: ['https://vimeo.com/{data-videoid}'] },
    { tag: 'lite-vimeo', from: ['https://vimeo.com/{videoid}'] },
  ],
  shortcodes: { vimeo: ['{url}', '{0}', '{content}', 'https://vimeo.com/{id}', 'https://vimeo.com/{0}'] },
}
