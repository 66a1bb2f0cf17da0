import { CHART_PROVIDERS } from './charts.ts'
import { CODE_PROVIDERS } from './code.ts'
import { namesOnly, type Provider, parameter, type Read } from './provider.ts'

const GOOGLE_DOCUMENT = /^\/(document|spreadsheets|presentation|forms)\/(?:u\/\d\/)?d\/(e\/)?([\w-]{20,100})(?:\/|$)/
/** Ends of documents' paths. */
const GOOGLE_VIEWS: Readonly<Record<string, { published: string; shared: string }>> = {
  document: { published: 'pub?embedded=true', shared: 'preview' },
  spreadsheets: { published: 'pubhtml?widget=true', shared: 'preview' },
  presentation: { published: 'embed', shared: 'embed' },
  forms: { published: 'viewform?embedded=true', shared: 'viewform?embedded=true' },
}

const googleDocs: Read = (url) => {
  const [, kind = '', published = '', id] = GOOGLE_DOCUMENT.exec(url.pathname) ?? []
  const view = Object.hasOwn(GOOGLE_VIEWS, kind) ? GOOGLE_VIEWS[kind] : undefined
  if (!id || !view) return undefined
  const base = `https://docs.google.com/${kind}/d/${published}${id}`
  const src = `${base}/${published ? view.published : view.shared}`
  const shape = kind === 'presentation' ? ({ ratio: '16 / 9' } as const) : { height: 600 }
  return { id, url: src, frame: { src, shape } }
}

const scribd: Read = (url) => {
  const id = /^\/(?:document|doc|presentation|book|embeds)\/(\d{3,15})(?:\/|$)/.exec(url.pathname)?.[1]
  if (id === undefined) return undefined
  const key = parameter(url, 'access_key', /^key-[A-Za-z0-9]{5,40}$/)
  const access = key === undefined ? '' : `&access_key=${key}`
  return {
    id,
    url: `https://www.scribd.com/document/${id}`,
    frame: {
      src: `https://www.scribd.com/embeds/${id}/content?start_page=1&view_mode=scroll${access}`,
      shape: { height: 600 },
    },
  }
}

const ISSUU_PART = /^[\w.-]{1,120}$/
const ISSUU_NUMBERS = /^#?(\d{3,15}\/\d{3,15})$/

const issuu: Read = (url) => {
  const [, inUser, inName] = /^\/([\w.-]{1,120})\/docs\/([\w.-]{1,120})(?:\/|$)/.exec(url.pathname) ?? []
  const numbers = ISSUU_NUMBERS.exec(url.hash)?.[1]
  const shape = { height: 500 }
  if (numbers !== undefined) {
    const src = `https://e.issuu.com/embed.html#${numbers}`
    return { id: numbers, url: src, frame: { src, shape } }
  }
  const [user, name] = [inUser ?? parameter(url, 'u', ISSUU_PART), inName ?? parameter(url, 'd', ISSUU_PART)]
  if (!user || !name) return undefined
  return {
    id: `${user}/${name}`,
    url: `https://issuu.com/${user}/docs/${name}`,
    frame: { src: `https://e.issuu.com/embed.html?d=${name}&u=${user}`, shape },
  }
}

export const DOCUMENT_PROVIDERS: readonly Provider[] = [
  {
    type: 'embed',
    name: 'Google Docs',
    hosts: ['docs.google.com'],
    origins: ['https://docs.google.com'],
    consent: 'embeds',
    read: googleDocs,
    shortcodes: { googleapps: ['{0}', '{url}'] },
  },
  {
    type: 'embed',
    name: 'Scribd',
    hosts: ['scribd.com', 'pl.scribd.com', 'de.scribd.com', 'es.scribd.com'],
    origins: ['https://www.scribd.com'],
    consent: 'embeds',
    read: scribd,
    shortcodes: {
      scribd: ['https://www.scribd.com/embeds/{id}/content?access_key={key}', 'https://www.scribd.com/document/{id}'],
    },
  },
  {
    type: 'embed',
    name: 'Issuu',
    hosts: ['issuu.com', 'e.issuu.com'],
    origins: ['https://e.issuu.com'],
    consent: 'embeds',
    read: issuu,
    markup: [{ className: 'issuuembed', from: ['https://e.issuu.com/embed.html#{data-configid}'] }],
  },
  {
    type: 'embed',
    name: 'SlideShare',
    hosts: ['slideshare.net'],
    origins: ['https://www.slideshare.net'],
    consent: 'embeds',
    read: [
      {
        path: /^\/slideshow\/embed_code\/(?<id>(?:key\/)?[A-Za-z0-9]{5,20})$/,
        id: '{id}',
        url: 'https://www.slideshare.net/slideshow/embed_code/{id}',
        frame: 'https://www.slideshare.net/slideshow/embed_code/{id}',
      },
    ],
    shortcodes: { slideshare: ['https://www.slideshare.net/slideshow/embed_code/{id}'] },
  },
  {
    type: 'embed',
    name: 'Speaker Deck',
    hosts: ['speakerdeck.com'],
    origins: ['https://speakerdeck.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/player\/(?<id>[0-9a-f]{20,40})$/,
        id: '{id}',
        url: 'https://speakerdeck.com/player/{id}',
        frame: 'https://speakerdeck.com/player/{id}',
      },
    ],
    markup: [{ className: 'speakerdeck-embed', from: ['https://speakerdeck.com/player/{data-id}'] }],
  },
  {
    type: 'embed',
    name: 'Crowdsignal',
    hosts: ['poll.fm', 'polldaddy.com', 'secure.polldaddy.com', 'static.polldaddy.com', 'crowdsignal.com'],
    subdomainsOf: ['survey.fm', 'crowdsignal.net', 'polldaddy.com'],
    origins: ['https://poll.fm'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:p\/|poll\/)?(?<id>\d{4,12})(?:\.js|\/embed|\/)?$/,
        id: '{id}',
        url: 'https://poll.fm/{id}',
        frame: 'https://poll.fm/{id}/embed',
        shape: { height: 500 },
      },
    ],
    shortcodes: {
      polldaddy: ['https://poll.fm/{poll}', 'https://polldaddy.com/s/{survey}'],
      crowdsignal: ['https://poll.fm/{poll}', 'https://polldaddy.com/s/{survey}'],
    },
  },
  ...CHART_PROVIDERS,
  ...CODE_PROVIDERS,
  {
    type: 'embed',
    name: 'Typeform',
    hosts: ['typeform.com', 'form.typeform.com'],
    subdomainsOf: ['typeform.com'],
    origins: [],
    consent: 'embeds',
    read: [],
    markup: [
      { has: 'data-tf-live', from: ['https://form.typeform.com/to/{data-tf-live}'] },
      { has: 'data-tf-widget', from: ['https://form.typeform.com/to/{data-tf-widget}'] },
      { className: 'typeform-widget', from: ['{data-url}'] },
    ],
  },
  {
    type: 'tradingview',
    name: 'TradingView',
    hosts: ['tradingview.com', 'pl.tradingview.com', 'de.tradingview.com'],
    // The block has settings, no URL (BLOCK-31).
    origins: ['https://s.tradingview.com'],
    consent: 'embeds',
    read: [],
  },
  ...namesOnly({
    SurveyMonkey: ['surveymonkey.com', 'widget.surveymonkey.com'],
    Tally: ['tally.so'],
    Canva: ['canva.com'],
    Prezi: ['prezi.com'],
    Figma: ['figma.com', 'embed.figma.com'],
    Genially: ['view.genially.com', 'view.genial.ly'],
    'Getty Images': ['gettyimages.com', 'embed.gettyimages.com', 'embed-cdn.gettyimages.com'],
    'Google Drive': ['drive.google.com'],
    'Google Calendar': ['calendar.google.com'],
    'Mapy.com': ['mapy.com', 'mapy.cz', 'frame.mapy.cz', 'frame.mapy.com'],
    Zrzutka: ['zrzutka.pl'],
    Patronite: ['patronite.pl'],
  }),
]
