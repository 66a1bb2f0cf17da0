import { adSlotsOf } from './ad-slots.ts'
import type { Service } from './service.ts'

export const bizblog: Service = {
  name: 'bizblog',
  title: 'Bizblog',
  serviceUrl: 'https://bizblog.szpalta.test',
  color: '#00695c',
  colorOnDark: '#5fd3c1',
  homePageId: '5257367',
  settingsOf: 'bizblog',
  articlePathForm: 'as-in-cms',
  articleLayout: 'scroll',
  adSlots: adSlotsOf('bizblog'),
  oembedProvider: 'Szpalta Bizblog',
  hasAmp: true,
  theme: 'switchable',
  menu: [
    { title: 'Najnowsze', link: '/kategoria/najnowsze' },
    { title: 'Gospodarka', link: '/kategoria/gospodarka' },
    { title: 'Praca', link: '/kategoria/praca' },
    { title: 'Finanse osobiste', link: '/kategoria/finanse' },
    { title: 'Firmy', link: '/kategoria/firmy' },
  ],
  seo: {
    title: 'Szpalta Bizblog: gospodarka i pieniądze',
    description: 'Gospodarka, praca, finanse osobiste i firmy, wyjaśnione na liczbach.',
  },
}
