import { type Form, type Provider, WIDE_SIZE } from './provider.ts'

/** Each is a form of URL and the place of its id. */
const DAILYMOTION: ReadonlyArray<[id: string, form: Pick<Form, 'hosts' | 'path' | 'query'>]> = [
  ['{id}', { path: /^\/(?:embed\/|swf\/)?video\/(?<id>[A-Za-z0-9]{5,20})(?:[/_]|$)/ }],
  ['{id}', { path: /^\/(?<id>[A-Za-z0-9]{5,20})$/, hosts: ['dai.ly'] }],
  ['{video}', { path: /^\/player(?:\/\w+)?\.html$/, query: { video: /^[A-Za-z0-9]{5,20}$/ } }],
]
/** Seconds, in pages and the newer player. */
const DAILYMOTION_BEGINNINGS = ['start', 'startTime']

const dailymotion: readonly Form[] = DAILYMOTION.flatMap(([id, form]) => {
  const read = (query: Form['query'], place: string, start?: string): Form => ({
    ...form,
    query,
    id,
    url: `https://www.dailymotion.com/video/${id}${place}`,
    frame: `https://www.dailymotion.com/embed/video/${id}${place}`,
    amp: {
      name: 'amp-dailymotion',
      attributes: start === undefined ? { 'data-videoid': id } : { 'data-videoid': id, 'data-start': start },
      size: WIDE_SIZE,
    },
  })
  const moments = DAILYMOTION_BEGINNINGS.map((name) =>
    read({ ...form.query, [name]: /^[1-9]\d{0,5}$/ }, `?start={${name}}`, `{${name}}`),
  )
  return [...moments, read(form.query, '')]
})

export const DAILYMOTION_PROVIDER: Provider = {
  type: 'embed',
  name: 'Dailymotion',
  hosts: ['dailymotion.com', 'geo.dailymotion.com', 'dai.ly'],
  origins: ['https://www.dailymotion.com'],
  consent: 'embeds',
  read: [
    {
      path: /^\/(?:embed\/)?playlist\/(?<id>[A-Za-z0-9]{5,20})(?:[/_]|$)/,
      id: '{id}',
      url: 'https://www.dailymotion.com/playlist/{id}',
      frame: 'https://www.dailymotion.com/embed/playlist/{id}',
    },
    ...dailymotion,
  ],
  shortcodes: {
    dailymotion: [
      '{url}',
      '{0}',
      '{content}',
      'https://www.dailymotion.com/video/{id}',
      'https://www.dailymotion.com/video/{0}',
    ],
  },
}
