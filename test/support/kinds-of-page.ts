/** A page of each kind, of the embedded newsroom. */
export interface KindOfPage {
  path: string
  service?: string
}

export const KINDS_OF_PAGE: Record<string, KindOfPage> = {
  'home of the academy': { path: '/' },
  'home of the main portal': { path: '/', service: 'post' },
  'home with videos': { path: '/', service: 'rozrywka' },
  'home of the magazine': { path: '/', service: 'plus' },
  'home of the business blog': { path: '/', service: 'bizblog' },
  'home of the auto blog': { path: '/', service: 'autoblog' },
  article: { path: '/2026/02/blockchain-skrot-blok-lancuch' },
  'article with embeds': { path: '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html', service: 'post' },
  'article with chart and offers': { path: '/2026/02/regula-72-w-pamieci', service: 'bizblog' },
  'article of the magazine': { path: '/2026/03/kable-na-dnie-oceanu', service: 'plus' },
  category: { path: '/kategoria/edukacja' },
  'page of a list': { path: '/kategoria/najnowsze/page/2' },
  tag: { path: '/tag/bitcoin' },
  author: { path: '/author/ida-korczyk' },
  series: { path: '/seria/od-poczatku' },
  'search results': { path: '/search?s=klucz' },
  'no results': { path: '/search?s=qqxxyyzz' },
  'empty search': { path: '/search' },
  'page of text': { path: '/polityka-prywatnosci' },
  'page on privacy': { path: '/prywatnosc-i-pliki-cookie' },
  'saved articles': { path: '/zapisane' },
  'not found': { path: '/nie-ma-takiej-strony' },
  'newsletter, an old link': { path: '/newsletter/potwierdz/nie-ma-takiego' },
  'live coverage with a table': { path: '/2026/08/zacmienie-12-sierpnia-minuta-po-minucie', service: 'post' },
  offline: { path: '/offline' },
}
