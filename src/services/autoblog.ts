import { adSlotsOf } from './ad-slots.ts'
import type { Service } from './service.ts'

export const autoblog: Service = {
  name: 'autoblog',
  title: 'Autoblog',
  serviceUrl: 'https://autoblog.szpalta.test',
  color: '#0b57a4',
  colorOnDark: '#7ab8ff',
  homePageId: '1004',
  settingsOf: 'autoblog',
  articlePathForm: 'no-trailing-slash',
  articleLayout: 'scroll',
  adSlots: adSlotsOf('autoblog'),
  oembedProvider: 'Szpalta Autoblog',
  hasAmp: true,
  theme: 'switchable',
  menu: [
    { title: 'Najnowsze', link: '/kategoria/najnowsze' },
    { title: 'Elektryczne', link: '/kategoria/elektryczne' },
    { title: 'Klasyki', link: '/kategoria/klasyki' },
    { title: 'Poradniki', link: '/kategoria/poradniki' },
    { title: 'Przepisy', link: '/kategoria/przepisy' },
  ],
  seo: {
    title: 'Szpalta Autoblog: samochody bez tajemnic',
    description: 'Samochody elektryczne i klasyczne, poradniki i przepisy.',
  },
}
