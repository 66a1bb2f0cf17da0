import { createServices } from '../support/customer-site.ts'

const { akademia } = createServices()

/** Labels of SVC-11. */
const MENU = {
  News: ['Najnowsze wiadomości', 'Aktualności rynkowe', 'Analizy i komentarze'],
  Edukacja: [
    'Dla początkujących',
    'Podstawy tradingu',
    'Regulacje kryptowalut',
    'Bezpieczeństwo krypto',
    'Portfele kryptowalut',
    'Blockchain i DeFi',
    'NFT i Ethereum',
  ],
  Inwestycje: [
    'Bitcoin',
    'Altcoiny',
    'Strategie inwestycyjne',
    'Analiza techniczna',
    'Zarządzanie ryzykiem',
    'Portfele inwestycyjne',
  ],
  Bezpieczeństwo: ['Bezpieczne przechowywanie', 'Ochrona przed oszustami', 'Najlepsze praktyki', 'Klucze prywatne'],
  Zastosowania: [
    'Adopcja kryptowalut',
    'DeFi i finanse',
    'Tokenizacja aktywów',
    'Smart contracts',
    'Przyszłość blockchain',
  ],
}

/** Tag slugs of SVC-12, group by group. */
const TAG_SLUGS = [
  'rynek-kryptowalut, analizy, dla-poczatkujacych, podstawy-tradingu, regulacje-kryptowalut, bezpieczenstwo-krypto, portfele-kryptowalut, blockchain-defi, nft-ethereum',
  'bitcoin, altcoiny, strategie-inwestycyjne, analiza-techniczna, zarzadzanie-ryzykiem, portfele-inwestycyjne',
  'bezpieczne-przechowywanie, ochrona-przed-oszustami, najlepsze-praktyki, klucze-prywatne',
  'adopcja-kryptowalut, defi-finanse, tokenizacja-aktywow, smart-contracts, przyszlosc-blockchain',
].flatMap((line) => line.split(', '))

const items = akademia.menu.flatMap((category) => category.items ?? [])

test('the menu has the five categories, each with its page (SVC-10)', () => {
  expect(akademia.menu.map(({ title, link }) => [title, link])).toEqual([
    ['News', '/kategoria/najnowsze'],
    ['Edukacja', '/kategoria/edukacja'],
    ['Inwestycje', '/kategoria/inwestycje'],
    ['Bezpieczeństwo', '/kategoria/bezpieczenstwo'],
    ['Zastosowania', '/kategoria/zastosowania'],
  ])
})

test('the categories have 3, 7, 6, 4 and 5 items with their labels (SVC-11)', () => {
  expect(akademia.menu.map((category) => category.items?.length)).toEqual([3, 7, 6, 4, 5])
  expect(
    Object.fromEntries(akademia.menu.map((category) => [category.title, category.items?.map(({ title }) => title)])),
  ).toEqual(MENU)
})

test('the first item is the category itself, the others are the 24 tags in order (SVC-12)', () => {
  expect(TAG_SLUGS).toHaveLength(24)
  expect(items.map(({ link }) => link)).toEqual(['/kategoria/najnowsze', ...TAG_SLUGS.map((slug) => `/tag/${slug}`)])
})

test('the academy is always light and its home is page 5257367, with the market banner (SVC-13)', () => {
  expect(akademia.theme).toBe('light')
  expect(akademia.homePageId).toBe('5257367')
  expect(akademia.hasMarketBanner).toBe(true)
})
