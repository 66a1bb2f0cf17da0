import { adSlotsOf } from './ad-slots.ts'
import type { MenuItem, Service } from './service.ts'

/** Labels and slugs correspond in order (SVC-10 to SVC-12): the first entry is the category itself. */
const menu: MenuItem[] = [
  {
    title: 'News',
    link: '/kategoria/najnowsze',
    items: [
      { title: 'Najnowsze wiadomości', link: '/kategoria/najnowsze' },
      { title: 'Aktualności rynkowe', link: '/tag/rynek-kryptowalut' },
      { title: 'Analizy i komentarze', link: '/tag/analizy' },
    ],
  },
  {
    title: 'Edukacja',
    link: '/kategoria/edukacja',
    items: [
      { title: 'Dla początkujących', link: '/tag/dla-poczatkujacych' },
      { title: 'Podstawy tradingu', link: '/tag/podstawy-tradingu' },
      { title: 'Regulacje kryptowalut', link: '/tag/regulacje-kryptowalut' },
      { title: 'Bezpieczeństwo krypto', link: '/tag/bezpieczenstwo-krypto' },
      { title: 'Portfele kryptowalut', link: '/tag/portfele-kryptowalut' },
      { title: 'Blockchain i DeFi', link: '/tag/blockchain-defi' },
      { title: 'NFT i Ethereum', link: '/tag/nft-ethereum' },
    ],
  },
  {
    title: 'Inwestycje',
    link: '/kategoria/inwestycje',
    items: [
      { title: 'Bitcoin', link: '/tag/bitcoin' },
      { title: 'Altcoiny', link: '/tag/altcoiny' },
      { title: 'Strategie inwestycyjne', link: '/tag/strategie-inwestycyjne' },
      { title: 'Analiza techniczna', link: '/tag/analiza-techniczna' },
      { title: 'Zarządzanie ryzykiem', link: '/tag/zarzadzanie-ryzykiem' },
      { title: 'Portfele inwestycyjne', link: '/tag/portfele-inwestycyjne' },
    ],
  },
  {
    title: 'Bezpieczeństwo',
    link: '/kategoria/bezpieczenstwo',
    items: [
      { title: 'Bezpieczne przechowywanie', link: '/tag/bezpieczne-przechowywanie' },
      { title: 'Ochrona przed oszustami', link: '/tag/ochrona-przed-oszustami' },
      { title: 'Najlepsze praktyki', link: '/tag/najlepsze-praktyki' },
      { title: 'Klucze prywatne', link: '/tag/klucze-prywatne' },
    ],
  },
  {
    title: 'Zastosowania',
    link: '/kategoria/zastosowania',
    items: [
      { title: 'Adopcja kryptowalut', link: '/tag/adopcja-kryptowalut' },
      { title: 'DeFi i finanse', link: '/tag/defi-finanse' },
      { title: 'Tokenizacja aktywów', link: '/tag/tokenizacja-aktywow' },
      { title: 'Smart contracts', link: '/tag/smart-contracts' },
      { title: 'Przyszłość blockchain', link: '/tag/przyszlosc-blockchain' },
    ],
  },
]

export const akademia: Service = {
  name: 'akademia',
  title: 'Akademia krypto',
  serviceUrl: 'https://akademia.szpalta.test',
  color: '#5b3fd6',
  colorOnDark: '#a994ff',
  homePageId: '5257367',
  settingsOf: 'bizblog',
  articlePathForm: 'as-in-cms',
  articleLayout: 'scroll',
  adSlots: adSlotsOf('akademia'),
  oembedProvider: 'Szpalta Akademia krypto',
  hasAmp: true,
  theme: 'light',
  hasMarketBanner: true,
  menu,
  seo: {
    title: 'Akademia krypto: kryptowaluty od podstaw',
    description:
      'Kryptowaluty i blockchain wyjaśnione po polsku: wiadomości, kurs od podstaw, bezpieczeństwo i zastosowania.',
  },
}
