import type { Provider } from './provider.ts'

const DATAWRAPPER = 'https://datawrapper.dwcdn.net'

export const CHART_PROVIDERS: readonly Provider[] = [
  {
    type: 'embed',
    name: 'Infogram',
    hosts: ['infogram.com', 'e.infogram.com', 'infogr.am', 'e.infogr.am'],
    origins: ['https://e.infogram.com'],
    consent: 'embeds',
    // The provider's own pages, such as prices, are words alone.
    read: [
      { hosts: ['e.infogram.com', 'e.infogr.am'], path: /^\/(?<id>[\w-]{6,160})\/?$/ },
      { path: /^\/(?=[A-Za-z_-]*\d)(?<id>[\w-]{6,160})\/?$/ },
    ].map((form) => ({
      ...form,
      id: '{id}',
      url: 'https://infogram.com/{id}',
      frame: 'https://e.infogram.com/{id}?src=embed',
      shape: { height: 550 },
    })),
    markup: [{ className: 'infogram-embed', from: ['https://e.infogram.com/{data-id}'] }],
    shortcodes: { infogram: ['https://e.infogram.com/{id}'] },
  },
  {
    type: 'embed',
    name: 'Datawrapper',
    hosts: ['datawrapper.dwcdn.net', 'datawrapper.de'],
    origins: [DATAWRAPPER],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:_\/)?(?<id>[A-Za-z0-9]{5})(?:\/\d{1,5})?(?:\/(?:embed\.js|index\.html)?)?$/,
        id: '{id}',
        url: `${DATAWRAPPER}/{id}/`,
        frame: `${DATAWRAPPER}/{id}/`,
        shape: { height: 480 },
      },
    ],
    shortcodes: { datawrapper: [`${DATAWRAPPER}/{id}/`, '{0}'] },
  },
  {
    type: 'embed',
    name: 'Flourish',
    hosts: ['public.flourish.studio', 'flo.uri.sh'],
    origins: ['https://flo.uri.sh'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?<kind>visualisation|story)\/(?<id>\d{3,12})(?:\/embed)?\/?$/,
        id: '{kind}/{id}',
        url: 'https://public.flourish.studio/{kind}/{id}/',
        frame: 'https://flo.uri.sh/{kind}/{id}/embed',
        shape: { height: 600 },
      },
    ],
    markup: [{ className: 'flourish-embed', from: ['https://public.flourish.studio/{data-src}'] }],
  },
  {
    type: 'embed',
    name: 'Strava',
    hosts: ['strava.com', 'strava-embeds.com'],
    origins: ['https://strava-embeds.com'],
    consent: 'embeds',
    read: [
      ['activity', 'activities'],
      ['route', 'routes'],
      ['segment', 'segments'],
    ].map(([kind, folder]) => ({
      path: new RegExp(`^/(?:${kind}|${folder})/(?<id>\\d{3,20})(?:/embed.*)?/?$`),
      id: `${kind}/{id}`,
      url: `https://www.strava.com/${folder}/{id}`,
      frame: `https://strava-embeds.com/${kind}/{id}`,
      shape: { height: 500 },
    })),
    markup: [
      {
        className: 'strava-embed-placeholder',
        from: ['https://strava-embeds.com/{data-embed-type}/{data-embed-id}'],
      },
    ],
  },
  {
    type: 'embed',
    name: 'Tableau',
    hosts: ['public.tableau.com'],
    origins: ['https://public.tableau.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:views|app\/profile\/[\w.-]{1,80}\/viz)\/(?<book>[\w%.-]{1,120})\/(?<sheet>[\w%.-]{1,120})$/,
        id: '{book}/{sheet}',
        url: 'https://public.tableau.com/views/{book}/{sheet}',
        frame: 'https://public.tableau.com/views/{book}/{sheet}?:embed=y&:showVizHome=no',
        shape: { height: 600 },
      },
    ],
  },
  {
    type: 'embed',
    name: 'Sketchfab',
    hosts: ['sketchfab.com'],
    origins: ['https://sketchfab.com'],
    consent: 'embeds',
    read: [
      {
        path: /^\/(?:models|3d-models)\/(?:[\w-]{1,120}-)?(?<id>[0-9a-f]{32})(?:\/embed)?\/?$/,
        id: '{id}',
        url: 'https://sketchfab.com/models/{id}',
        frame: 'https://sketchfab.com/models/{id}/embed',
      },
    ],
  },
]
