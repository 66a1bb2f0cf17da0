import { adSlotsOf } from './ad-slots.ts'
import type { Service } from './service.ts'

export const rozrywka: Service = {
  name: 'rozrywka',
  title: 'Rozrywka',
  serviceUrl: 'https://rozrywka.szpalta.test',
  color: '#a3126f',
  colorOnDark: '#ff8ad1',
  homePageId: '1003',
  settingsOf: 'rozrywka',
  articlePathForm: 'as-in-cms',
  articleLayout: 'scroll',
  adSlots: adSlotsOf('rozrywka'),
  oembedProvider: 'Szpalta Rozrywka',
  hasAmp: true,
  theme: 'switchable',
  menu: [
    { title: 'Najnowsze', link: '/kategoria/najnowsze' },
    { title: 'Seriale', link: '/kategoria/seriale' },
    { title: 'Gry', link: '/kategoria/gry' },
    { title: 'Filmy', link: '/kategoria/filmy' },
    { title: 'Muzyka', link: '/kategoria/muzyka' },
  ],
  seo: {
    title: 'Szpalta Rozrywka: gry, filmy, seriale, muzyka',
    description: 'Jak powstają gry, filmy, seriale i muzyka: kultura oglądana od strony techniki.',
  },
}
