import { adSlotsOf } from './ad-slots.ts'
import type { Service } from './service.ts'

export const post: Service = {
  name: 'post',
  title: 'Tech',
  serviceUrl: 'https://szpalta.test',
  color: '#b3261e',
  colorOnDark: '#ff8a80',
  homePageId: '1001',
  settingsOf: 'post',
  articlePathForm: 'html-suffix',
  articleLayout: 'scroll',
  adSlots: adSlotsOf('post'),
  oembedProvider: 'Szpalta Tech',
  youtubeChannel: 'https://youtube.example/szpalta',
  hasAmp: true,
  theme: 'switchable',
  menu: [
    { title: 'Najnowsze', link: '/kategoria/najnowsze' },
    { title: 'Sprzęt', link: '/kategoria/sprzet' },
    { title: 'Oprogramowanie', link: '/kategoria/oprogramowanie' },
    { title: 'Internet', link: '/kategoria/internet' },
    { title: 'Nauka', link: '/kategoria/nauka' },
  ],
  seo: {
    title: 'Szpalta Tech: technologia po polsku',
    description: 'Sprzęt, oprogramowanie, internet i nauka: spokojnie, rzetelnie i po polsku.',
  },
}
