import { type Provider, parameter, type Read } from './provider.ts'

const gist: Read = (url) => {
  const [, user, id] =
    /^\/([A-Za-z0-9-]{1,39})\/([0-9a-f]{20,40}|\d{1,12})(?:\.js|\.pibb)?(?:\/[0-9a-f]{40})?\/?$/.exec(url.pathname) ??
    []
  if (!user || !id) return undefined
  const file = parameter(url, 'file', /^[\w.-]{1,100}$/)
  return {
    id,
    url: `https://gist.github.com/${user}/${id}`,
    amp: {
      name: 'amp-gist',
      attributes: { 'data-gistid': id, ...(file !== undefined && { 'data-file': file }) },
      size: { height: 240 },
    },
  }
}

const CODEPEN = 'https://codepen.io/{user}'

export const CODE_PROVIDERS: readonly Provider[] = [
  {
    type: 'embed',
    name: 'CodePen',
    hosts: ['codepen.io'],
    origins: ['https://codepen.io'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?<user>[\w-]+)\/(?:pen|embed|details|full)\/(?:preview\/)?(?<id>[A-Za-z0-9]{4,20})(?:\/|$)/,
        id: '{id}',
        url: `${CODEPEN}/pen/{id}`,
        frame: `${CODEPEN}/embed/{id}?default-tab=result`,
        shape: { height: 420 },
      },
    ],
    markup: [
      {
        className: 'codepen',
        has: 'data-slug-hash',
        from: ['https://codepen.io/{data-user}/pen/{data-slug-hash}', { link: 'known' }],
      },
    ],
    shortcodes: { codepen_embed: ['https://codepen.io/{user}/pen/{slug_hash}'] },
  },
  {
    type: 'embed',
    name: 'JSFiddle',
    hosts: ['jsfiddle.net'],
    origins: ['https://jsfiddle.net'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?<user>[\w-]{1,60})\/(?<id>[a-z0-9]{4,12})(?:\/\d{1,5})?\/(?:embed(?:ded)?\/[\w,/]*)?$/,
        id: '{id}',
        url: 'https://jsfiddle.net/{user}/{id}/',
        frame: 'https://jsfiddle.net/{user}/{id}/embedded/',
        shape: { height: 420 },
      },
    ],
  },
  {
    type: 'embed',
    name: 'GitHub',
    hosts: ['gist.github.com'],
    origins: [],
    consent: 'embeds',
    read: gist,
    markup: [{ tag: 'amp-gist', from: ['https://gist.github.com/gist/{data-gistid}'] }],
    shortcodes: { gist: ['{0}', '{content}', '{url}', 'https://gist.github.com/gist/{0}'] },
  },
]
